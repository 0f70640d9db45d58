/// Errors of the player's own classes (`flash.*`): a number and its text a line.
let playerErrorTexts = #"""
    2000 No active security context.
    2001 Too few arguments were specified; got %1, %2 expected.
    2002 Operation attempted on invalid socket.
    2003 Invalid socket port number specified.
    2004 One of the parameters is invalid.
    2005 Parameter %1 is of the incorrect type. Should be type %2.
    2006 The supplied index is out of bounds.
    2007 Parameter %1 must be non-null.
    2008 Parameter %1 must be one of the accepted values.
    2009 This method cannot be used on a text field with a style sheet.
    2010 Local-with-filesystem SWF files are not permitted to use sockets.
    2011 Socket connection failed to %1:%2.
    2012 %1 class cannot be instantiated.
    2013 Feature can only be used in Flash Authoring.
    2014 Feature is not available at this time.
    2015 Invalid BitmapData.
    2016 System Trust Manager Error. %1
    2017 Only trusted local files may cause the Flash Player to exit.
    2018 System.exit is only available in the standalone Flash Player.
    2019 Depth specified is invalid.
    2020 MovieClips objects with different parents cannot be swapped.
    2021 Object creation failed.
    2022 Class %1 must inherit from DisplayObject to link to a symbol.
    2023 Class %1 must inherit from Sprite to link to the root.
    2024 An object cannot be added as a child of itself.
    2025 The supplied DisplayObject must be a child of the caller.
    2026 An error occurred navigating to the URL %1.
    2027 Parameter %1 must be a non-negative number; got %2.
    2028 Local-with-filesystem SWF file %1 cannot access Internet URL %2.
    2029 This URLStream object does not have a stream opened.
    2030 End of file was encountered.
    2031 Socket Error.
    2032 Stream Error.
    2033 Key Generation Failed.
    2034 An invalid digest was encountered.
    2035 URL Not Found.
    2036 Load Never Completed.
    2037 Functions called in incorrect sequence, or earlier call was unsuccessful.
    2038 File I/O Error.
    2039 Invalid remote URL protocol. The remote URL protocol must be HTTP or HTTPS.
    2041 Only one file browsing session may be performed at a time.
    2042 The digest property is not supported by this load operation.
    2044 Unhandled %1:.
    2046 The loaded file did not have a valid signature.
    2047 Security sandbox violation: %1: %2 cannot access %3.
    2048 Security sandbox violation: %1 cannot load data from %2.
    2049 Security sandbox violation: %1 cannot upload data to %2.
    2051 Security sandbox violation: %1 cannot evaluate scripting URLs within %2 (allowScriptAccess is %3). Attempted URL was %4.
    2052 Only String arguments are permitted for allowDomain and allowInsecureDomain.
    2053 Security sandbox violation: %1 cannot clear an interval timer set by %2.
    2054 The value of Security.exactSettings cannot be changed after it has been used.
    2055 The print job could not be started.
    2056 The print job could not be sent to the printer.
    2057 The page could not be added to the print job.
    2058 There was an error decompressing the data.
    2059 Security sandbox violation: %1 cannot overwrite an ExternalInterface callback added by %2.
    2060 Security sandbox violation: ExternalInterface caller %1 cannot access %2.
    2061 No ExternalInterface callback %1 registered.
    2062 Children of Event must override clone() {return new MyEventClass (...);}.
    2063 Error attempting to execute IME command.
    2064 The focus cannot be set for this target.
    2065 The display object is not on the stage.
    2066 The Timer delay specified is out of range.
    2067 The ExternalInterface is not available in this container. ExternalInterface requires Internet Explorer ActiveX, Firefox, Mozilla 1.7.5 and greater, or other browsers that support NPRuntime.
    2068 Invalid sound.
    2069 The Loader class does not implement this method.
    2070 Security sandbox violation: caller %1 cannot access Stage owned by %2.
    2071 The Stage class does not implement this property or method.
    2073 There was a problem saving the application to disk.
    2074 The stage is too small to fit the download ui.
    2075 The downloaded file is invalid.
    2077 This filter operation cannot be performed with the specified input parameters.
    2078 The name property of a Timeline-placed object cannot be modified.
    2079 Classes derived from Bitmap can only be associated with defineBits characters (bitmaps).
    2082 Connect failed because the object is already connected.
    2083 Close failed because the object is not connected.
    2084 The AMF encoding of the arguments cannot exceed 40K.
    2085 Parameter %1 must be non-empty string.
    2086 A setting in the mms.cfg file prohibits this FileReference request.
    2087 The FileReference.download() file name contains prohibited characters.
    2088 The Proxy class does not implement getProperty. It must be overridden by a subclass.
    2089 The Proxy class does not implement setProperty. It must be overridden by a subclass.
    2090 The Proxy class does not implement callProperty. It must be overridden by a subclass.
    2091 The Proxy class does not implement hasProperty. It must be overridden by a subclass.
    2092 The Proxy class does not implement deleteProperty. It must be overridden by a subclass.
    2093 The Proxy class does not implement getDescendants. It must be overridden by a subclass.
    2094 Event dispatch recursion overflow.
    2095 %1 was unable to invoke callback %2.
    2096 The HTTP request header %1 cannot be set via ActionScript.
    2097 The FileFilter Array is not in the correct format.
    2098 The loading object is not a .swf file, you cannot request SWF properties from it.
    2099 The loading object is not sufficiently loaded to provide this information.
    2100 The ByteArray parameter in Loader.loadBytes() must have length greater than 0.
    2101 The String passed to URLVariables.decode() must be a URL-encoded query string containing name/value pairs.
    2102 The before XMLNode parameter must be a child of the caller.
    2103 XML recursion failure: new child would create infinite loop.
    2104 The Proxy class does not implement isAttribute. It must be overridden by a subclass.
    2105 The Proxy class does not implement nextNameIndex. It must be overridden by a subclass.
    2106 The Proxy class does not implement nextName. It must be overridden by a subclass.
    2107 The Proxy class does not implement nextValue. It must be overridden by a subclass.
    2108 Scene %1 was not found.
    2109 Frame label %1 not found in scene %2.
    2110 The value of Security.disableAVM1Loading cannot be set unless the caller can access the stage and is in an ActionScript 3.0 SWF file.
    2111 Security.disableAVM1Loading is true so the current load of the ActionScript 1.0/2.0 SWF file has been blocked.
    2112 Provided parameter LoaderContext.ApplicationDomain is from a disallowed domain.
    2113 Provided parameter LoaderContext.SecurityDomain is from a disallowed domain.
    2114 Parameter %1 must be null.
    2115 Parameter %1 must be false.
    2116 Parameter %1 must be true.
    2118 The LoaderInfo class does not implement this method.
    2119 Security sandbox violation: caller %1 cannot access LoaderInfo.applicationDomain owned by %2.
    2121 Security sandbox violation: %1: %2 cannot access %3. This may be worked around by calling Security.allowDomain.
    2122 Security sandbox violation: %1: %2 cannot access %3. A policy file is required, but the checkPolicyFile flag was not set when this media was loaded.
    2123 Security sandbox violation: %1: %2 cannot access %3. No policy files granted access.
    2124 Loaded file is an unknown type.
    2125 Security sandbox violation: %1 cannot cross the runtime barrier to access %2.
    2126 NetConnection object must be connected.
    2127 FileReference POST data cannot be type ByteArray.
    2129 Connection to %1 failed.
    2130 Unable to flush SharedObject.
    2131 Definition %1 cannot be found.
    2132 NetConnection.connect cannot be called from a netStatus event handler.
    2133 Callback %1 is not registered.
    2134 Cannot create SharedObject.
    2136 The SWF file %1 contains invalid data.
    2137 Security sandbox violation: %1 cannot navigate window %2 within %3 (allowScriptAccess is %4). Attempted URL was %5.
    2138 Rich text XML could not be parsed.
    2139 SharedObject could not connect.
    2140 Security sandbox violation: %1 cannot load %2. Local-with-filesystem and local-with-networking SWF files cannot load each other.
    2141 Only one PrintJob may be in use at a time.
    2142 Security sandbox violation: local SWF files cannot use the LoaderContext.securityDomain property. %1 was attempting to load %2.
    2143 AccessibilityImplementation.get_accRole() must be overridden from its default.
    2144 AccessibilityImplementation.get_accState() must be overridden from its default.
    2145 Cumulative length of requestHeaders must be less than 8192 characters.
    2146 Security sandbox violation: %1 cannot call %2 because the HTML/container parameter allowNetworking has the value %3.
    2147 Forbidden protocol in URL %1.
    2148 SWF file %1 cannot access local resource %2. Only local-with-filesystem and trusted local SWF files may access local resources.
    2149 Security sandbox violation: %1 cannot make fscommand calls to %2 (allowScriptAccess is %3).
    2150 An object cannot be added as a child to one of it's children (or children's children, etc.).
    2151 You cannot enter full screen mode when the settings dialog is visible.
    2152 Full screen mode is not allowed.
    2153 The URLRequest.requestHeaders array must contain only non-NULL URLRequestHeader objects.
    2154 The NetStream Object is invalid.  This may be due to a failed NetConnection.
    2155 The ExternalInterface.call functionName parameter is invalid.  Only alphanumeric characters are supported.
    2156 Port %1 may not be accessed using protocol %2. Calling SWF was %3.
    2157 Rejecting URL %1 because the 'asfunction:' protocol may only be used for link targets, not for networking APIs.
    2158 The NetConnection Object is invalid.  This may be due to a dropped NetConnection.
    2159 The SharedObject Object is invalid.
    2160 The TextLine is INVALID and cannot be used to access the current state of the TextBlock.
    2161 An internal error occured while laying out the text.
    2162 The Shader output type is not compatible for this operation.
    2163 The Shader input type %1 is not compatible for this operation.
    2164 The Shader input %1 is missing or an unsupported type.
    2165 The Shader input %1 does not have enough data.
    2166 The Shader input %1 lacks valid dimensions.
    2167 The Shader does not have the required number of inputs for this operation.
    2168 Static text lines have no atoms and no reference to a text block.
    2169 The method %1 may not be used for browser scripting.  The URL %2 requested by %3 is being ignored.  If you intend to call browser script, use navigateToURL instead.
    2170 Security sandbox violation: %1 cannot send HTTP headers to %2.
    2171 The Shader object contains no byte code to execute.
    2172 The ShaderJob is already running or finished.
    2173 Unable to read object in stream.  The class %1 does not implement flash.utils.IExternalizable but is aliased to an externalizable class.
    2174 Only one download, upload, load or save operation can be active at a time on each FileReference.
    2175 One or more elements of the content of the TextBlock has a null ElementFormat.
    2176 Certain actions, such as those that display a pop-up window, may only be invoked upon user interaction, for example by a mouse click or button press.
    2177 The Shader input %1 is too large.
    2178 The Clipboard.generalClipboard object must be used instead of creating a new Clipboard.
    2179 The Clipboard.generalClipboard object may only be read while processing a flash.events.Event.PASTE event.
    2180 It is illegal to move AVM1 content (AS1 or AS2) to a different part of the displayList when it has been loaded into AVM2 (AS3) content.
    2181 The TextLine class does not implement this property or method.
    2182 Invalid fieldOfView value.  The value must be greater than 0 and less than 180.
    2183 Scale values must not be zero.
    2184 The ElementFormat object is locked and cannot be modified.
    2185 The FontDescription object is locked and cannot be modified.
    2186 Invalid focalLength %1.
    2187 Invalid orientation style %1.  Value must be one of 'Orientation3D.EULER_ANGLES', 'Orientation3D.AXIS_ANGLE', or 'Orientation3D.QUATERNION'.
    2188 Invalid raw matrix. Matrix must be invertible.
    2189 A Matrix3D can not be assigned to more than one DisplayObject.
    2190 The attempted load of %1 failed as it had a Content-Disposition of attachment set.
    2191 The Clipboard.generalClipboard object may only be written to as the result of user interaction, for example by a mouse click or button press.
    2192 An unpaired Unicode surrogate was encountered in the input.
    2193 Security sandbox violation: %1: %2 cannot access %3.
    2194 Parameter %1 cannot be a Loader.
    2195 Error thrown as Loader called %1.
    2196 Parameter %1 must be an Object with only String values.
    2200 The SystemUpdater class is not supported by this player.
    2201 The requested update type is not supported on this operating system.
    2202 Only one SystemUpdater action is allowed at a time.
    2203 The requested SystemUpdater action cannot be completed.
    2204 This operation cannot be canceled because it is waiting for user interaction.
    2205 Invalid update type %1.
    2500 An error occurred decrypting the signed swf file. The swf will not be loaded.
    2501 This property can only be accessed during screen sharing.
    2502 This property can only be accessed if sharing the entire screen.
    3000 Illegal path name.
    3001 File or directory access denied.
    3002 File or directory exists.
    3003 File or directory does not exist.
    3735 This API cannot accept shared ByteArrays.
    """#
