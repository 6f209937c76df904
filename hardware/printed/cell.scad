// One cell: a hexagonal plate with a tube, open below for the sensors' board. z = 0 is the floor the rings lie on.
// Print upside up; capacity = 1, 2, 3 or 4 rings (-D capacity=4).
include <dimensions.scad>

capacity = 1;
$fn = 120;
gap = 0.2;                                   // between neighbouring plates
floor_thickness = hall_depth - hall_in_package;
inradius = (pitch - gap) / 2;
glass_floor = glass_floor_above_ring_floor;
cable_slot = 8;

module hexagon(inradius, height) {
    // Sides face the neighbours at 0, 60, … degrees.
    rotate(30) cylinder(h = height, r = inradius / cos(30), $fn = 6);
}

module tube() {
    difference() {
        cylinder(h = capacity * ring_height, d = tube_outer_diameter);
        translate([0, 0, -1]) cylinder(h = capacity * ring_height + 2, d = tube_inner_diameter);
    }
    cylinder(h = glass_floor, d = tube_outer_diameter);
}

module plate() {
    difference() {
        translate([0, 0, -base_height]) hexagon(inradius, base_height);
        translate([0, 0, -base_height - 1])
            hexagon(inradius - 2 * wall, base_height - floor_thickness + 1);
        rotate(pixel_angle) translate([pixel_radius, 0, -base_height - 1])
            cylinder(h = base_height + 2, d = pixel_hole_diameter);
        for (i = [0 : 2])                    // wires run through to every neighbour
            rotate(60 * i) translate([-pitch, -cable_slot / 2, -base_height - 1])
                cube([2 * pitch, cable_slot, base_height / 2 + 1]);
    }
}

// Two pegs below the floor show where the sensors' packages touch: S0 in the middle, S1 beside it.
module sensor_frame(x, y) {
    translate([x, y, -floor_thickness - 0.6]) difference() {
        translate([-2.4, -1.7, 0]) cube([4.8, 3.4, 0.6]);
        translate([-1.6, -0.8 - fit, -1]) cube([3.2, 1.6 + 2 * fit, 3]);
    }
}

plate();
tube();
sensor_frame(0, 0);
sensor_frame(sensor_1_offset * cos(sensor_1_angle), sensor_1_offset * sin(sensor_1_angle));
