"""The shaker: 650 ml, 200 mm tall, 92 mm across. Front is -Y, the table is z = 0."""

import math
import os
import random

import bpy

from geometry import carve, cylinder_along, facing, lathe, prism, soften, stadium, tongue, wall_strip, wrapped_text
from materials import bubbled, clear, glowing, principled

# Shell: lid and base. Tint: the cup's plastic. Ink: volume marks. Shake: content of a filled cup. Dark: needs more light.
FINISHES = {
    "Blanco": {"shell": "#efe9de", "tint": "#ffffff", "ink": "#857c70", "mark": "#b3a794", "shake": "#f6e9cf", "foam": "#fbf3e0", "dark": False},
    "Celeste": {"shell": "#a1c3da", "tint": "#ffffff", "ink": "#44708d", "mark": "#e3f0f8", "shake": "#fdf3e6", "foam": "#fffaf3", "dark": False},
    "Negro": {"shell": "#191b1e", "tint": "#d9dcdf", "ink": "#e8e6e1", "mark": "#b4b9be", "shake": "#946349", "foam": "#b98d70", "dark": True},
    "Rosado": {"shell": "#d39c9c", "tint": "#ffffff", "ink": "#9c5a62", "mark": "#f6dcdc", "shake": "#f3c3bd", "foam": "#fadfda", "dark": False},
}

BASE_TOP = 40
CUP_FLOOR = 44
CUP_RIM = 163
LID_TOP = 180
USB_AZIMUTH = 78
# The base widens upwards, so parts in its wall are tilted down by this angle.
WALL_LEAN = math.degrees(math.atan(3.4 / BASE_TOP))
FONT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../core/web/fonts/archivo.woff2")


def base_radius(z):
    return 40 + 3.4 * z / BASE_TOP


def cup_radius(z):
    return 43.4 + 1.8 * (z - BASE_TOP) / (CUP_RIM - BASE_TOP)


def inner_radius(z):
    return cup_radius(z) - 2.4


def level_for(millilitres):
    """Height in mm that a volume reaches inside the cup."""
    z, filled = float(CUP_FLOOR), 0.0
    while filled < millilitres:
        filled += math.pi * inner_radius(z) ** 2 * 0.25 / 1000
        z += 0.25
    return z


# Radii at which the button's pocket and the port begin.
BUTTON = 38.7
PORT = 38.4


def shade(finish):
    """A gap between two parts of the shell: its own colour without light, as a narrow gap looks."""
    material = principled("shade " + finish["shell"], finish["shell"], Roughness=1.0, Specular=0)
    darken = material.node_tree.nodes["Principled BSDF"].inputs["Base Color"]
    darken.default_value = tuple(channel * 0.22 for channel in darken.default_value[:3]) + (1.0,)
    return material


def build_base(finish, shell):
    body = lathe("base", [(0, 1.2), (35, 1.2), (36, 0), (40, 0, 3.4), (43.4, BASE_TOP, 1.3), (0, BASE_TOP)], shell)
    carve(body, on_button(cylinder_along("pocket", 8.1, (0, 0, 0), (0, 0, 8)), BUTTON - 1.9))
    carve(body, on_port(prism("port", stadium(10.4, 4.4), 0, 14), PORT - 3))
    soften(body, 0.3, 4, 50)
    dark = principled("recess", "#0c0d0e", Roughness=0.5)
    steel = principled("port steel", "#c3c6ca", Metallic=1.0, Roughness=0.24)
    ring = [(0, 0), (7.7, 0), (7.7, 2.4, 0.35), (6.75, 2.4, 0.35), (6.75, 0.4), (0, 0.4)]
    on_button(lathe("led", ring, glowing("led light", "#dcefff", 1.0)), BUTTON)
    on_button(lathe("button", [(0, 0), (6.35, 0), (6.35, 3.3, 1.0), (0, 2.9)], shell), BUTTON)
    on_button(power_sign(principled("sign", finish["mark"], Roughness=0.45)), BUTTON + 3.02)
    on_port(prism("port back", stadium(10.4, 4.4), 0, 0.6, dark), PORT - 2.8)
    rim = on_port(prism("port rim", stadium(10.0, 4.0), 0, 5.8, steel, 0.22, 3), PORT - 2.6)
    carve(rim, on_port(prism("port hole", stadium(8.9, 2.9), 0, 9), 34.2))
    on_port(prism("tongue", stadium(6.7, 0.8), 0, 4.9, principled("tongue", "#26282b", Roughness=0.4)), PORT - 2.4)
    seam = BASE_TOP - 0.4
    lathe("seam", [(0, seam), (42.9, seam), (42.9, seam + 0.9), (0, seam + 0.9)], shade(finish))
    # Keeps the seam's shade from the cup's wall, which conducts it up to the rim.
    lathe("platform", [(0, seam + 0.9), (43.2, seam + 0.9), (43.2, seam + 1.15), (0, seam + 1.15)], shell)


def on_button(thing, radius):
    return facing(thing, 0, radius, 24, WALL_LEAN)


def on_port(thing, radius):
    return facing(thing, USB_AZIMUTH, radius, 20, WALL_LEAN)


def build_cable():
    """A USB-C cable in the port; it bends down to the table and lies on it towards the back."""
    rubber = principled("cable", "#e9e7e3", Roughness=0.55)
    on_port(prism("plug", stadium(8.3, 2.4), 0, 9, principled("plug steel", "#c3c6ca", Metallic=1.0, Roughness=0.24)), PORT - 1)
    on_port(prism("plug grip", stadium(12.4, 6.6), 0, 21, rubber, 1.4, 5), PORT + 4.2)
    on_port(lathe("plug relief", [(0, 0), (2.9, 0), (2.1, 9, 0.5), (0, 9)], rubber), PORT + 25)
    curve = bpy.data.curves.new("cable", "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution = "3D", 0.018, 5
    spline = curve.splines.new("NURBS")
    path = [(66, 0, 17.6), (74, 0, 17), (87, 1, 13), (97, 4, 1.8), (122, 14, 1.8), (150, 45, 1.8), (158, 95, 1.8), (210, 150, 1.8), (330, 180, 1.8)]
    angle = math.radians(USB_AZIMUTH)
    spline.points.add(len(path) - 1)
    spline.use_endpoint_u, spline.order_u = True, 4
    for point, (out, aside, z) in zip(spline.points, path):
        x = out * math.sin(angle) + aside * math.cos(angle)
        y = aside * math.sin(angle) - out * math.cos(angle)
        point.co = (x * 0.01, y * 0.01, z * 0.01, 1)
    curve.materials.append(rubber)
    bpy.context.collection.objects.link(bpy.data.objects.new("cable", curve))


def power_sign(material):
    """A broken circle with a bar, 4 mm across, for the button."""
    curve = bpy.data.curves.new("sign", "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution = "3D", 0.0022, 2
    strokes = [[(1.7 * math.sin(math.radians(a)), 1.7 * math.cos(math.radians(a))) for a in range(38, 323, 8)], [(0, 0.6), (0, 2.3)]]
    for stroke in strokes:
        spline = curve.splines.new("POLY")
        spline.points.add(len(stroke) - 1)
        for point, (x, y) in zip(spline.points, stroke):
            point.co = (x * 0.01, y * 0.01, 0, 1)
    sign = bpy.data.objects.new("sign", curve)
    bpy.context.collection.objects.link(sign)
    curve.materials.append(material)
    return sign


def brand_font():
    return bpy.data.fonts.load(FONT, check_existing=True)


def build_cup(finish, shell):
    plastic = clear("cup " + finish["tint"], finish["tint"])
    foot = BASE_TOP + 0.8
    wall = [(42.2, foot), (43.42, foot, 0.5), (45.2, CUP_RIM, 1), (42.8, CUP_RIM, 1), (41.05, foot), (42.2, foot)]
    lathe("cup", wall[:-1], plastic, segments=192)
    lathe("cup floor", [(0, foot), (41.1, foot), (41.16, CUP_FLOOR), (39, CUP_FLOOR, 1), (37.5, CUP_FLOOR - 1, 1), (0, CUP_FLOOR - 1.4)], shell)
    ink = principled("ink " + finish["ink"], finish["ink"], Roughness=0.6)
    for volume in range(100, 601, 50):
        z = level_for(volume)
        whole = volume % 100 == 0
        wall_strip("tick", 26 if whole else 29, 34, z - 0.22, z + 0.22, cup_radius, ink)
        if whole:
            wrapped_text("ml", str(volume), 4.1, 25, z, cup_radius, ink, align="RIGHT", font=brand_font())


def build_blade():
    """The mixing wheel: a steel hub with four swept blades."""
    steel = principled("blade steel", "#c4c7ca", Metallic=1.0, Roughness=0.22)
    cap = principled("blade cap", "#26292c", Roughness=0.35)
    lathe("blade seat", [(0, CUP_FLOOR - 2), (15, CUP_FLOOR - 2), (13.5, CUP_FLOOR + 2.2, 1), (0, CUP_FLOOR + 2.2)], cap)
    lathe("hub", [(0, CUP_FLOOR + 2), (6.4, CUP_FLOOR + 2), (5.4, CUP_FLOOR + 15, 2.6), (0, CUP_FLOOR + 16)], steel)
    for quarter in range(4):
        footprint = []
        for side in (1, -1):
            span = range(13) if side == 1 else range(12, -1, -1)
            for step in span:
                reach = 3 + 23 * step / 12
                bend = math.radians(90 * quarter + 3.2 * step)
                half = side * (5.0 - 2.4 * step / 12)
                footprint.append((reach * math.cos(bend) - half * math.sin(bend), reach * math.sin(bend) + half * math.cos(bend)))
        wing = prism("wing", footprint, CUP_FLOOR + 7.2, CUP_FLOOR + 8.3, steel, 0.3, 3)
        for vertex in wing.data.vertices:
            reach = math.hypot(vertex.co.x, vertex.co.y) / 0.26
            bend = math.radians(90 * quarter + 3.2 * (reach * 26 - 3) * 12 / 23)
            lateral = (math.atan2(vertex.co.y, vertex.co.x) - bend + math.pi) % (2 * math.pi) - math.pi
            vertex.co.z += (0.085 if quarter % 2 else -0.02) * reach**1.6 - 0.06 * reach * lateral


def build_liquid(finish, millilitres, water=False):
    """Water, or a shake under a head of foam. It reaches a hair into the wall: no air gap, no coinciding faces."""
    level = level_for(millilitres)
    head = 0 if water else 8

    def edge(z):
        return inner_radius(z) + 0.12

    surface = [(edge(level), level + 1.1), (inner_radius(level) - 1.6, level, 1.0), (0, level)]
    if water:
        outline = [(0, CUP_FLOOR - 0.1), (edge(CUP_FLOOR), CUP_FLOOR - 0.1), *surface]
        lathe("water", outline, clear("water", "#f2fafd", 1.33), segments=192)
        return
    shake = principled("shake " + finish["shake"], finish["shake"], Roughness=0.4, Specular=0.3)
    body = [(0, CUP_FLOOR - 0.1), (edge(CUP_FLOOR), CUP_FLOOR - 0.1), (edge(level - head), level - head), (0, level - head)]
    lathe("shake", body, shake, segments=192)
    foam = bubbled(principled("foam " + finish["foam"], finish["foam"], Roughness=0.55, Specular=0.35), finish["shake"])
    lathe("foam", [(0, level - head), (edge(level - head), level - head), *surface], foam, segments=192)
    splash_wall(foam, level)


def splash_wall(foam, level):
    """Drops that shaking leaves on the inner wall, most of them near the level."""
    luck = random.Random(5)
    for _ in range(70):
        z = level + 2 + (CUP_RIM - 10 - level) * luck.random() ** 2.2
        size = luck.uniform(0.25, 0.55) * (2.1 if luck.random() < 0.12 else 1)
        drop = lathe("drop", [(0, -size), (size * 0.8, -size * 0.55, size * 0.4), (size * 0.72, size * 0.5, size * 0.4), (0, size * 1.25)], foam, segments=20, steps=4)
        drop.scale = (1, 0.5, 1)
        turn = luck.uniform(0, 2 * math.pi)
        radius = inner_radius(z) * 0.01
        drop.location = (radius * math.sin(turn), -radius * math.cos(turn), z * 0.01)
        drop.rotation_euler = (0, 0, turn)


def build_lid(shell, gap, open_degrees=0):
    lathe("lid", [(0, LID_TOP), (36, LID_TOP, 3), (39, LID_TOP - 1.4, 1.5), (46, LID_TOP - 2.6, 5), (46, 156, 1.1), (45.4, 156), (45.3, 166), (0, 166)], shell, segments=192)
    lathe("lid line", [(0, 168.5), (46.04, 168.5), (46.04, 168.95), (0, 168.95)], gap, segments=192)
    cap = prism("flip cap", tongue(14.8, -43.5, 9.5, 11.5, 4), LID_TOP - 0.4, LID_TOP + 8.4, shell, 3.4, 9)
    for vertex in cap.data.vertices:
        if vertex.co.z > (LID_TOP + 5) * 0.01:
            vertex.co.z += 0.055 * vertex.co.y
    cylinder_along("hinge", 2.6, (-16, 4.5, LID_TOP + 2.4), (16, 4.5, LID_TOP + 2.4), shell)
    for side in (-1, 1):
        cylinder_along("knuckle", 3.7, (side * 15.3, 4.5, LID_TOP + 2.4), (side * 19, 4.5, LID_TOP + 2.4), shell, 0.9)
    spout = lathe("spout", [(0, LID_TOP - 2), (11, LID_TOP - 2), (9.4, LID_TOP + 13, 1.1), (7.4, LID_TOP + 13, 1.1), (7.4, LID_TOP - 1), (0, LID_TOP - 1)], shell)
    spout.location = (0, -0.26, 0)
    spout.scale = (1.15, 0.8, 0.55 if open_degrees == 0 else 1)
    if open_degrees == 0:
        spout.hide_render = True
    else:
        seal = principled("seal", "#f4f2ee", Roughness=0.6)
        plug = lathe("plug", [(0, LID_TOP - 5), (6.2, LID_TOP - 5, 1.8), (7.0, LID_TOP), (0, LID_TOP)], seal, segments=192)
        for vertex in plug.data.vertices:
            vertex.co.y -= 0.26
            vertex.co.x *= 1.15
        tilt_cap(cap, open_degrees)
        tilt_cap(plug, open_degrees)
    build_loop(shell)


def tilt_cap(cap, degrees):
    """Turns the cap or its plug up about its hinge."""
    angle = -math.radians(degrees)
    pivot_y, pivot_z = 0.045, (LID_TOP + 2.2) * 0.01
    for vertex in cap.data.vertices:
        y, z = vertex.co.y - pivot_y, vertex.co.z - pivot_z
        vertex.co.y = pivot_y + y * math.cos(angle) - z * math.sin(angle)
        vertex.co.z = pivot_z + y * math.sin(angle) + z * math.cos(angle)


def build_loop(shell):
    """The carry loop: a soft band across the back of the lid, its top at 200 mm."""
    def arch(half, height, corner):
        right = [(half - corner + corner * math.sin(t), height - corner + corner * math.cos(t)) for t in [math.pi / 2 * i / 10 for i in range(11)]]
        return right, [(-x, y) for x, y in reversed(right)]

    outer_right, outer_left = arch(21, 24, 14)
    inner_right, inner_left = arch(15.6, 18.8, 9)
    outline = outer_left + outer_right + [(21, 0), (15.6, 0)] + list(reversed(inner_right)) + list(reversed(inner_left)) + [(-15.6, 0), (-21, 0)]
    band = prism("loop", outline, -6, 6, shell, 2.2, 5)
    band.rotation_euler = (math.radians(84), 0, 0)
    band.location = (0, 0.21, (LID_TOP - 4) * 0.01)


def build_bottle(color, fill=None, millilitres=390, open_degrees=0, turn_degrees=14, at=(0, 0), lid=True, cable=False):
    """Builds one bottle and returns its root. fill: None, 'shake' or 'water'. at: place on the table, mm."""
    finish = FINISHES[color]
    before = set(bpy.data.objects)
    shell = principled("shell " + color, finish["shell"], Roughness=0.3, Specular=0.5)
    build_base(finish, shell)
    build_cup(finish, shell)
    build_blade()
    if fill:
        build_liquid(finish, millilitres, fill == "water")
    if lid:
        build_lid(shell, shade(finish), open_degrees)
    if cable:
        build_cable()
    mark = principled("mark " + color, finish["mark"], Roughness=0.5)
    wrapped_text("wordmark", "premium shaker", 4.7, 0, 9.4, base_radius, mark, font=brand_font())
    root = bpy.data.objects.new("bottle " + color, None)
    bpy.context.collection.objects.link(root)
    bpy.context.view_layer.update()
    for thing in set(bpy.data.objects) - before - {root}:
        thing.parent = root
    root.rotation_euler = (0, 0, math.radians(turn_degrees))
    root.location = (at[0] * 0.01, at[1] * 0.01, 0)
    return root
