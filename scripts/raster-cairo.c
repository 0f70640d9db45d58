/* Draws the scenes of `bench raster` with cairo's image surface, for comparison.
 *
 *     raster-cairo FILE ROUNDS
 *
 * FILE has a command a line, numbers in pixels; colours are four numbers 0...1. Prints the time of the fastest of ROUNDS
 * frames in milliseconds.
 *
 *     size W H            the surface
 *     solid R G B A       the source
 *     radial X Y RADIUS   from white to a transparent blue
 *     linear X0 Y0 X1 Y1  from white to a transparent blue
 *     m X Y, l X Y, q CX CY X Y, z
 *     fill, stroke WIDTH  the path, which is then gone
 *     sprite W H          a picture of a soft disc, what the next ones show
 *     op over|add|multiply
 *     image A B C D TX TY NEAREST
 */
#include <cairo.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct step { char word[10]; double n[7]; };

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}

static cairo_surface_t *soft_disc(int width, int height) {
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    unsigned char *data = cairo_image_surface_get_data(surface);
    int stride = cairo_image_surface_get_stride(surface);
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            double dx = (x + 0.5) / width * 2 - 1, dy = (y + 0.5) / height * 2 - 1;
            double distance = sqrt(dx * dx + dy * dy);
            unsigned alpha = distance < 1 ? (unsigned)((1 - distance) * 255) : 0;
            ((unsigned *)(data + y * stride))[x] = alpha << 24 | alpha << 16 | (alpha / 2) << 8 | alpha / 4;
        }
    cairo_surface_mark_dirty(surface);
    return surface;
}

static void set_pattern(cairo_t *cr, cairo_pattern_t *pattern) {
    cairo_pattern_add_color_stop_rgba(pattern, 0, 1, 1, 1, 1);
    cairo_pattern_add_color_stop_rgba(pattern, 1, 0, 0, 1, 0.5);
    cairo_set_source(cr, pattern);
    cairo_pattern_destroy(pattern);
}

static void draw(cairo_t *cr, const struct step *steps, int count) {
    cairo_surface_t *sprite = NULL;
    cairo_set_operator(cr, CAIRO_OPERATOR_OVER);
    cairo_set_source_rgb(cr, 1, 1, 1);
    cairo_paint(cr);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_fill_rule(cr, CAIRO_FILL_RULE_EVEN_ODD);
    double x = 0, y = 0;
    for (int i = 0; i < count; i++) {
        const double *n = steps[i].n;
        const char *word = steps[i].word;
        if (!strcmp(word, "solid")) cairo_set_source_rgba(cr, n[0], n[1], n[2], n[3]);
        else if (!strcmp(word, "radial"))
            set_pattern(cr, cairo_pattern_create_radial(n[0], n[1], 0, n[0], n[1], n[2]));
        else if (!strcmp(word, "linear")) set_pattern(cr, cairo_pattern_create_linear(n[0], n[1], n[2], n[3]));
        else if (!strcmp(word, "m")) { cairo_move_to(cr, x = n[0], y = n[1]); }
        else if (!strcmp(word, "l")) { cairo_line_to(cr, x = n[0], y = n[1]); }
        else if (!strcmp(word, "q")) {
            cairo_curve_to(cr, x + (n[0] - x) * 2 / 3, y + (n[1] - y) * 2 / 3, n[2] + (n[0] - n[2]) * 2 / 3,
                           n[3] + (n[1] - n[3]) * 2 / 3, n[2], n[3]);
            x = n[2];
            y = n[3];
        } else if (!strcmp(word, "z")) cairo_close_path(cr);
        else if (!strcmp(word, "fill")) cairo_fill(cr);
        else if (!strcmp(word, "keep")) cairo_fill_preserve(cr);
        else if (!strcmp(word, "stroke")) { cairo_set_line_width(cr, n[0]); cairo_stroke(cr); }
        else if (!strcmp(word, "sprite")) {
            if (sprite) cairo_surface_destroy(sprite);
            sprite = soft_disc((int)n[0], (int)n[1]);
        } else if (!strcmp(word, "over")) cairo_set_operator(cr, CAIRO_OPERATOR_OVER);
        else if (!strcmp(word, "add")) cairo_set_operator(cr, CAIRO_OPERATOR_ADD);
        else if (!strcmp(word, "multiply")) cairo_set_operator(cr, CAIRO_OPERATOR_MULTIPLY);
        else if (!strcmp(word, "image")) {
            cairo_matrix_t matrix;
            cairo_matrix_init(&matrix, n[0], n[1], n[2], n[3], n[4], n[5]);
            cairo_save(cr);
            cairo_transform(cr, &matrix);
            cairo_set_source_surface(cr, sprite, 0, 0);
            cairo_pattern_set_filter(cairo_get_source(cr), n[6] ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR);
            cairo_rectangle(cr, 0, 0, cairo_image_surface_get_width(sprite), cairo_image_surface_get_height(sprite));
            cairo_fill(cr);
            cairo_restore(cr);
        }
    }
    if (sprite) cairo_surface_destroy(sprite);
}

int main(int argc, char **argv) {
    if (argc < 3) return 2;
    FILE *file = fopen(argv[1], "r");
    if (!file) return 2;
    struct step *steps = NULL;
    int count = 0, capacity = 0, width = 0, height = 0;
    char line[400];
    while (fgets(line, sizeof line, file)) {
        struct step step = {{0}};
        double *n = step.n;
        if (sscanf(line, "%9s %lf %lf %lf %lf %lf %lf %lf", step.word, n, n + 1, n + 2, n + 3, n + 4, n + 5, n + 6) < 1)
            continue;
        if (!strcmp(step.word, "size")) {
            width = (int)n[0];
            height = (int)n[1];
            continue;
        }
        if (count == capacity) steps = realloc(steps, (capacity = capacity * 2 + 1000) * sizeof *steps);
        if (!steps) return 2;
        steps[count++] = step;
    }
    fclose(file);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
    cairo_t *cr = cairo_create(surface);
    cairo_set_tolerance(cr, 0.1);
    double best = 1e9;
    for (int round = 0; round < atoi(argv[2]); round++) {
        double start = now();
        draw(cr, steps, count);
        cairo_surface_flush(surface);
        double time = now() - start;
        if (time < best) best = time;
    }
    printf("%.4f\n", best);
    return cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS && cairo_status(cr) == CAIRO_STATUS_SUCCESS ? 0 : 1;
}
