// A ring with six radial pockets, opened from outside: press a disc in, north outward, close with a drop of glue.
// Print lying flat, solid, in a heavy filament that is not magnetic (parts.md, "What a ring weighs").
include <dimensions.scad>

$fn = 120;
pocket_radius = ring_magnet_diameter / 2 + fit;
pocket_bottom = ring_magnet_radius - ring_magnet_thickness / 2;

difference() {
    cylinder(h = ring_height, d = ring_outer_diameter);
    translate([0, 0, -1]) cylinder(h = ring_height + 2, d = ring_inner_diameter);
    for (i = [0 : ring_magnet_count - 1])
        rotate([0, 90, 360 / ring_magnet_count * i])
            translate([-ring_height / 2, 0, pocket_bottom])
                cylinder(h = ring_outer_diameter, r = pocket_radius, $fn = 48);
}
