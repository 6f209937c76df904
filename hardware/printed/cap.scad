// An end cap of a hourglass. Foot at z = 0; the bulbs are glued into the open end. Print standing on the foot.
// end = "A" carries the node, "B" only the magnet, "collar" is the ring that centres the bulb in cap A: the board would
// not pass through it, so it is glued in after the board (-D 'end="B"').
include <dimensions.scad>

end = "A";
$fn = 120;
height = end == "A" ? cap_a_height : cap_b_height;
inner_radius = hourglass_diameter / 2 - wall;
magnet_bottom = cap_magnet_height - cap_magnet_thickness / 2;
shelf = cap_magnet_height + steel_clearance;  // the board lies on it, its steel that far from the magnet
seat = 2.5;                                   // how deep the bulb sits

module shell() {
    difference() {
        cylinder(h = height, d = hourglass_diameter);
        translate([0, 0, wall]) cylinder(h = height, r = inner_radius);
    }
}

module magnet_post() {
    top = magnet_bottom + cap_magnet_thickness + 0.6;
    difference() {
        cylinder(h = top, d = cap_magnet_diameter + 4 * wall);
        translate([0, 0, magnet_bottom]) cylinder(h = top, r = cap_magnet_diameter / 2 + fit, $fn = 48);
    }
}

module node_shelf() {
    // A ledge under the board's corners, with a slit for the USB socket above it.
    translate([0, 0, shelf - 1.5]) difference() {
        cylinder(h = 1.5, r = inner_radius + 0.1);
        translate([0, 0, -1]) cylinder(h = 4, r = node_width / 2);
    }
}

module bulb_collar(outer_radius, z) {
    translate([0, 0, z]) difference() {
        cylinder(h = seat, r = outer_radius);
        translate([0, 0, -1]) cylinder(h = seat + 2, r = bulb_diameter / 2 + fit);
    }
}

if (end == "A") difference() {
    union() {
        shell();
        magnet_post();
        node_shelf();
    }
    translate([0, -4.75, shelf]) cube([hourglass_diameter, 9.5, 4]);
}
if (end == "B") {
    shell();
    magnet_post();
    bulb_collar(inner_radius + 0.1, cap_b_height - seat);
}
if (end == "collar") bulb_collar(inner_radius - fit, 0);

assert(sqrt(node_length * node_length + node_width * node_width) < 2 * inner_radius, "the board does not fit the cap");
assert(magnet_bottom > wall, "the magnet would stick out of the foot");
