/// Errors of `flash.display3D` and what came after it: a number and its text a line.
let stage3DErrorTexts = #"""
    3600 No valid program set.
    3601 No valid index buffer set.
    3602 Sanity check on parameters failed, %1 triangles and %2 index offset.
    3603 Not enough indices in this buffer. %1 triangles at offset %2, but there are only %3 indices available.
    3604 Sampler %1 binds a texture that is also bound for render.
    3605 Sampler %1 binds an invalid texture.
    3606 Sampler %1 format does not match texture format.
    3607 Stream %1 is set but not used by the current vertex program.
    3608 Stream %1 is invalid.
    3609 Stream %1 does not have enough vertices.
    3610 Stream %1 vertex offset is out of bounds
    3611 Stream %1 is read by the current vertex program but not set.
    3612 Programs must be in little endian format.
    3613 The native shader compilation failed.
    3614 The native shader compilation failed. %1
    3615 AGAL validation failed: Program size below minimum length for %1 program.
    3616 AGAL validation failed: Not an AGAL program. Wrong magic byte for %1 program.
    3617 AGAL validation failed: Bad AGAL version for %1 program. Current version is %2.
    3618 AGAL validation failed: Bad AGAL program type identifier for %1 program.
    3619 AGAL validation failed: Bad AGAL shader type for %1 program.
    3620 AGAL validation failed: Invalid opcode, value out of range: %1 at token %2 of %3 program.
    3621 AGAL validation failed: Invalid opcode, %1 is not implemented in this version at token %2 of %3 program.
    3622 AGAL validation failed: Opcode %1 only allowed in fragment programs at token %2 of %3 program.
    3623 AGAL validation failed: Block nesting underflow - EIF without opening IF condition. At token %1 of %2 program.
    3624 AGAL validation failed: Block nesting overflow. Too many nested IF blocks. At token %1 of %2 program.
    3625 AGAL validation failed: Bad AGAL source operands. Both are constants (this must be precomputed) at token %1 of %2 program.
    3626 AGAL validation failed: Opcode %1, both operands are indirect reads at token %2 of %3 program.
    3627 AGAL validation failed: Opcode %1 destination operand must be all zero at token %2 of %3 program.
    3628 AGAL validation failed: The opcode %1 must have a 3-component destination at token %2 of %3 program.
    3629 AGAL validation failed: Too many texture operations (%1 allowed) in %2 program.
    3630 AGAL validation failed: Unused operand is not set to zero at token %1 of %2 program.
    3631 AGAL validation failed: Sampler registers only allowed in fragment programs at token %1 of %2 program.
    3632 AGAL validation failed: Sampler register only allowed as second operand in texture instructions at token %1 of %2 program.
    3633 AGAL validation failed: Indirect addressing only allowed in vertex programs at token %1 of %2 program.
    3634 AGAL validation failed: Indirect addressing only allowed into constant registers at token %1 of %2 program.
    3635 AGAL validation failed: Indirect source type must be attribute, constant or temporary register at token %1 of %2 program.
    3636 AGAL validation failed: Indirect addressing fields must be zero for direct adressing at token %1 of %2 program.
    3637 AGAL validation failed: Varying registers can only be read in fragment programs at token %1 of %2 program.
    3638 AGAL validation failed: Sampler register only allowed as second operand in texture instructions for source operand %1 at token %2 of %3 program.
    3639 AGAL validation failed: Indirect addressing only allowed in vertex programs for source operand %1 at token %2 of %3 program.
    3640 AGAL validation failed: Indirect addressing only allowed into constant registers for source operand %1 at token %2 of %3 program.
    3641 AGAL validation failed: Indirect source type must be attribute, constant or temporary register for source operand %1 at token %2 of %3 program.
    3642 AGAL validation failed: Indirect addressing fields must be zero for direct adressing for source operand %1 at token %2 of %3 program.
    3643 AGAL validation failed: Varying registers can only be read in fragment programs for source operand %1 at token %2 of %3 program.
    3644 AGAL validation failed: Attribute registers can only be read in vertex programs for source operand %1 at token %2 of %3 program.
    3645 AGAL validation failed: Attribute registers can only be read in vertex programs for source operand %1 at token %2 of %3 program.
    3646 AGAL validation failed: Can not read from output register for source operand %1 at token %2 of %3 program.
    3647 AGAL validation failed: Temporary register read without being written to for source operand %1 at token %2 of %3 program.
    3648 AGAL validation failed: Temporary register component read without being written to for source operand %1 at token %2 of %3 program.
    3649 AGAL validation failed: Sampler registers can not be written to for destination operand at token %1 of %2 program.
    3650 AGAL validation failed: Varying registers can only be written in vertex programs for destination operand at token %1 of %2 program.
    3651 AGAL validation failed: Attribute registers can not be written to for destination operand at token %1 of %2 program.
    3652 AGAL validation failed: Constant registers can not be written to for destination operand at token %1 of %2 program.
    3653 AGAL validation failed: Destination writemask is zero for destination operand at token %1 of %2 program.
    3654 AGAL validation failed: Reserve bits should be zero for destination operand at token %1 of %2 program.
    3655 AGAL validation failed: Unknown register type for destination operand at token %1 of %2 program.
    3656 AGAL validation failed: Sampler register index out of bounds for %1 at token %2 of %3 program.
    3657 AGAL validation failed: Varying register index out of bounds for %1 at token %2 of %3 program.
    3658 AGAL validation failed: Attribute register index out of bounds for %1 at token %2 of %3 program.
    3659 AGAL validation failed: Constant register index out of bounds for %1 at token %2 of %3 program.
    3660 AGAL validation failed: Output register index out of bounds for %1 at token %2 of %3 program.
    3661 AGAL validation failed: Temporary register index out of bounds for %1 at token %2 of %3 program.
    3662 AGAL validation failed: Cube map samplers must use clamp mode at token %1 of %2 program.
    3663 Unconsumed operand(s).
    3664 AGAL validation failed: Sampler dimension unknown at token %1 of %2 program.
    3665 AGAL validation failed: Sampler filter mode unknown at token %1 of %2 program.
    3666 AGAL validation failed: Sampler mipmap mode unknown at token %1 of %2 program.
    3667 AGAL validation failed: Sampler wrapping mode unknown at token %1 of %2 program.
    3668 AGAL validation failed: Sampler special flag unknown at token %1 of %2 program.
    3669 Bad input size.
    3670 Buffer too big.
    3671 Buffer has zero size.
    3672 Buffer creation failed. Internal error.
    3673 Cube side must be [0..5].
    3674 Miplevel too large.
    3675 Texture format mismatch.
    3676 Platform does not support desired texture format.
    3677 Texture decoding failed. Internal error.
    3678 Texture needs to be square.
    3679 Texture size does not match.
    3680 Depth texture not implemented yet.
    3681 Texture size is zero.
    3682 Texture size not a power of two.
    3683 Texture too big (max is %1x%1).
    3684 Texture creation failed. Internal error.
    3685 Could not create renderer.
    3686 'disabled' format only valid with native vertex buffer.
    3687 Null context.
    3688 Upload failed. Internal error.
    3689 Bad buffer format. Buffer must be rectangular.
    3690 Buffer dimension must be positive.
    3691 Resource limit for this resource type exceeded.
    3692 All buffers need to be cleared every frame before drawing.
    3693 The Context3D object needs to be cleared before drawing.
    3694 The object was disposed by an earlier call of dispose() on it.
    3695 A texture was bound to a sampler that is not used by the program.
    3696 AGAL validation failed: Second use of sampler register needs to specify the exact same properties. At token %1 of %2 program.
    3697 Constant registers out of bounds.
    3698 Bad rectangle.
    3699 Invalid stream index.
    3700 Rectangle does not intersect back buffer.
    3701 A render to texture must be matched by a setRenderToBackBuffer.
    3702 Context3D not available.
    3703 AGAL validation failed: Output color must be written in a single instruction.
    3704 AGAL validation failed: Varying output must be written in a single instruction.
    3708 Texture must be created with mip levels.
    3709 The depthAndStencil flag in the application descriptor must match the enableDepthAndStencil Boolean passed to configureBackBuffer on the Context3D object.
    3710 Requested Stage3D Context3D dimensions exceed the maximum.
    3711 Bad Stage3D index.
    3723 Invalid Context3D bounds. Context3D instance bounds must be contained within Stage bounds in constrained mode. Requested Context3D bounds were (%1,%2,%3,%4), stage bounds are (%5,%6,%7,%8).
    3749 AGAL validation failed: Depth output register index out of bounds for %1 at token %2 of %3 program.
    3780 Requested width of backbuffer is not in allowed range %1 to %2.
    3781 Requested height of backbuffer is not in allowed range %1 to %2.
    """#
