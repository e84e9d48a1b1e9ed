"""What stands around the bottle: in the kitchen, in the gym, and to compare its size."""

import math
import random

import bpy
from mathutils import Vector

from geometry import MM, box, cylinder_along, lathe, prism, tongue
from materials import add_bump, glowing, linear, mottle, principled


def tiled_wall(y, hexa, across=(-900, 900), top=900, side=98, joint=3):
    """Hand-set glazed tiles: each leans a little, so each catches the light its own way."""
    luck = random.Random(7)
    glaze = principled("glaze", hexa, Roughness=0.16, Specular=0.5)
    add_bump(glaze, 1.2, 0.25, 0.02)
    box("grout", (across[1] - across[0], 4, top), ((across[0] + across[1]) / 2, y + 6, top / 2), principled("grout", "#d9d0c2", Roughness=0.9))
    first = box("tile", (side, 8, side), (0, y, -500), glaze, 1.6)
    for column in range(int(across[0] / (side + joint)), int(across[1] / (side + joint)) + 1):
        for row in range(int(top / (side + joint))):
            tile = bpy.data.objects.new("tile", first.data)
            soft = tile.modifiers.new("soften", "BEVEL")
            soft.width, soft.segments = 0.016, 3
            bpy.context.collection.objects.link(tile)
            tile.location = Vector((column * (side + joint) + 22, y, row * (side + joint) + side / 2 + joint)) * MM
            tile.rotation_euler = [math.radians(luck.gauss(0, 0.45)) for _ in range(3)]


def window_frame(x, y, z, columns=2, rows=3, pane=(260, 240), bar=26):
    """Bars of a window that stand in the sun's way; the open panes lie between them in the plane x = constant."""
    wood = principled("frame", "#ffffff", Roughness=0.8)
    wide, high = columns * pane[0], rows * pane[1]
    for i in range(columns + 1):
        box("bar", (bar, bar, high), (x, y + (i - columns / 2) * pane[0], z), wood)
    for j in range(rows + 1):
        box("bar", (bar, wide, bar), (x, y, z + (j - rows / 2) * pane[1]), wood)
    far = 3000
    box("blind", (bar, far, high * 4), (x, y - wide / 2 - far / 2, z), wood)
    box("blind", (bar, far, high * 4), (x, y + wide / 2 + far / 2, z), wood)
    box("blind", (bar, wide + 2, far), (x, y, z + high / 2 + far / 2), wood)


def berry_bowl(at, scale=1.0):
    """A stoneware bowl of blueberries."""
    x, y = at
    stone = add_bump(principled("stoneware", "#e9e4da", Roughness=0.42), 6, 0.15, 0.01)
    def wall(foot, rim, depth, rises):
        return [(foot + (rim - foot) * math.sin(t), 58 - depth * math.cos(t)) for t in [math.pi / 2 * i / 24 for i in rises]]

    outline = [(0, 0), (27, 0, 1.5), (28, 6, 1), *wall(29, 65, 50, range(25)), *wall(24, 62, 44, range(24, -1, -1)), (0, 14)]
    bowl = lathe("bowl", outline, stone, segments=192)
    bowl.location = Vector((x, y, 0)) * MM
    bowl.scale = (scale,) * 3
    luck = random.Random(3)
    for ring, count, height in ((0, 1, 60), (14, 6, 58), (28, 12, 55), (42, 17, 51), (7, 4, 69), (20, 8, 66)):
        for i in range(count):
            turn = 2 * math.pi * (i + luck.random() * 0.5) / count
            berry(x + ring * math.cos(turn) * scale, y + ring * math.sin(turn) * scale, (height + luck.uniform(-2, 2)) * scale, luck)


def berry(x, y, z, luck):
    skin = bpy.data.materials.get("berry") or mottle(principled("berry", "#2b3350", Roughness=0.55), "#232a48", "#5a678c", 9)
    size = luck.uniform(6.4, 8.2)
    outline = [(0, -size * 0.9)] + [(size * math.cos(a), size * 0.92 * math.sin(a)) for a in [math.radians(d) for d in range(-80, 71, 10)]]
    outline += [(size * 0.3, size * 0.98), (size * 0.24, size * 0.8), (0, size * 0.76)]
    fruit = lathe("berry", outline, skin, segments=24, steps=2)
    fruit.location = Vector((x, y, z)) * MM
    fruit.rotation_euler = (luck.uniform(-0.9, 0.9), luck.uniform(-0.9, 0.9), luck.uniform(0, 6))


def leaning_board(x, y, lean_degrees=10):
    """A chopping board with round corners, against the wall."""
    corner = 26
    outline = []
    for cx, cz, start in ((90 - corner, -140 + corner, 270), (90 - corner, 140 - corner, 0), (-90 + corner, 140 - corner, 90), (-90 + corner, -140 + corner, 180)):
        outline += [(cx + corner * math.cos(math.radians(start + a)), cz + corner * math.sin(math.radians(start + a))) for a in range(0, 91, 10)]
    board = prism("board", outline, -9, 9, mottle(principled("board", "#b98a58", Roughness=0.5), "#8d6138", "#c39661", 1.6, 6, (9.0, 0.6, 0.6), (0.3, 0.7)), 3)
    board.rotation_euler = (math.radians(90 - lean_degrees), 0, 0)
    board.location = Vector((x, y, 142)) * MM


def dumbbell(at, turn_degrees, radius=46):
    """A hexagonal rubber dumbbell lying on the floor; at: (x, y)."""
    rubber = add_bump(principled("rubber", "#151617", Roughness=0.5), 60, 0.25, 0.004)
    chrome = principled("chrome", "#c9ccd0", Metallic=1.0, Roughness=0.2)
    height = radius * math.cos(math.pi / 6)
    axis = Vector((math.cos(math.radians(turn_degrees)), math.sin(math.radians(turn_degrees)), 0))
    middle = Vector((at[0], at[1], height))
    cylinder_along("handle", 15, middle - axis * 70, middle + axis * 70, chrome)
    for side in (-1, 1):
        hexagon = [(radius * math.cos(math.pi / 3 * i), radius * math.sin(math.pi / 3 * i)) for i in range(6)]
        head = prism("head", hexagon, -32, 32, rubber, 5, 4)
        head.rotation_euler = (math.radians(90), 0, math.radians(turn_degrees + 90))
        head.location = (middle + axis * side * 98) * MM
        cylinder_along("collar", 21, middle + axis * side * 60, middle + axis * side * 68, chrome, 1)


def kettlebell(at, size=1.0):
    """A cast-iron kettlebell; at: (x, y)."""
    iron = add_bump(principled("iron", "#1b1c1e", Roughness=0.45), 90, 0.3, 0.004)
    body = lathe("bell", [(0, 0), (62, 0, 8), (108, 60, 60), (96, 150, 60), (40, 190, 20), (0, 192)], iron)
    curve = bpy.data.curves.new("grip", "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution = "3D", 0.165, 6
    spline = curve.splines.new("NURBS")
    points = [(-58, 130), (-66, 190), (-62, 262), (0, 278), (62, 262), (66, 190), (58, 130)]
    spline.points.add(len(points) - 1)
    spline.use_endpoint_u, spline.order_u = True, 4
    for point, (x, z) in zip(spline.points, points):
        point.co = (x * MM, 0, z * MM, 1)
    curve.materials.append(iron)
    grip = bpy.data.objects.new("grip", curve)
    bpy.context.collection.objects.link(grip)
    for part in (body, grip):
        part.location = Vector((at[0], at[1], 0)) * MM
        part.scale = (size,) * 3
        part.rotation_euler = (0, 0, math.radians(-18))


def light_tube(x, y, bottom, top, hexa, wall):
    """A bare vertical light tube in front of a wall. Its light on the wall is painted: traced, it would be mostly grain."""
    tube = cylinder_along("tube", 11, (x, y, bottom), (x, y, top), glowing("tube", hexa, 4))
    tube.visible_diffuse = tube.visible_shadow = False
    paint_glow(wall, x, hexa, 100, 0.42)
    paint_glow(wall, x, hexa, 340, 0.05)


def paint_glow(material, x, hexa, spread, strength):
    """Adds light that falls off on both sides of the vertical line at x; spread in mm."""
    tree = material.node_tree
    out = next(node for node in tree.nodes if node.type == "OUTPUT_MATERIAL")
    place = tree.nodes.new("ShaderNodeNewGeometry")
    axes = tree.nodes.new("ShaderNodeSeparateXYZ")
    tree.links.new(place.outputs["Position"], axes.inputs[0])
    value = axes.outputs["X"]
    for operation, operand in (("SUBTRACT", x * MM), ("DIVIDE", spread * MM), ("POWER", 2), ("MULTIPLY", -1)):
        step = tree.nodes.new("ShaderNodeMath")
        step.operation = operation
        tree.links.new(value, step.inputs[0])
        step.inputs[1].default_value = operand
        if operation == "DIVIDE":
            size = tree.nodes.new("ShaderNodeMath")
            size.operation = "ABSOLUTE"
            tree.links.new(step.outputs[0], size.inputs[0])
            step = size
        value = step.outputs[0]
    fall = tree.nodes.new("ShaderNodeMath")
    fall.operation = "EXPONENT"
    tree.links.new(value, fall.inputs[0])
    scale = tree.nodes.new("ShaderNodeMath")
    scale.operation = "MULTIPLY"
    scale.inputs[1].default_value = strength
    tree.links.new(fall.outputs[0], scale.inputs[0])
    glow = tree.nodes.new("ShaderNodeEmission")
    glow.inputs["Color"].default_value = linear(hexa)
    tree.links.new(scale.outputs[0], glow.inputs["Strength"])
    both = tree.nodes.new("ShaderNodeAddShader")
    tree.links.new(out.inputs["Surface"].links[0].from_socket, both.inputs[0])
    tree.links.new(glow.outputs[0], both.inputs[1])
    tree.links.new(both.outputs[0], out.inputs["Surface"])
    material.cycles.sample_as_light = False


def can(at):
    """A drink's can of 350 ml, without a brand: 122 mm tall, 66 mm across; at: (x, y)."""
    metal = principled("can", "#cfd2d5", Metallic=1.0, Roughness=0.3)
    outline = [(0, 4), (20, 4, 2), (24, 0, 1), (26, 0, 1), (33, 9, 6), (33, 108, 4), (27, 118, 3), (27.6, 122, 0.6), (26.4, 122, 0.6), (25, 117, 1), (0, 117)]
    body = lathe("can", outline, metal, segments=192)
    label = lathe("label", [(32.9, 14), (33.06, 14), (33.06, 104), (32.9, 104)], principled("label", "#75818c", Roughness=0.35), segments=192)
    tab = prism("tab", tongue(6.5, -14, 5, 6, 4), 117.4, 118.8, metal, 0.5, 3)
    for part in (body, label, tab):
        part.location = Vector((at[0], at[1], 0)) * MM


def phone(at, lean_degrees=7):
    """A phone of 150 by 72 mm that leans back with its screen to the front; at: (x, y)."""
    shape = tongue(36, -75, 75, 9, 9)
    frame = prism("phone", shape, -4, 4, principled("phone", "#2a2c30", Metallic=0.6, Roughness=0.35), 1.6, 4)
    glass = prism("screen", tongue(34, -73, 73, 7.5, 7.5), 3.9, 4.15, principled("screen", "#0d0e10", Roughness=0.08))
    for part in (frame, glass):
        part.rotation_euler = (math.radians(90 - lean_degrees), 0, math.radians(-9))
        part.location = Vector((at[0], at[1], 75.5)) * MM


def measure(at, size, text, z):
    """
    A measuring line with ends and a text, in the plane of the front. at: its middle (across) or foot (upright), as (x, y);
    size: (across, upright) in mm, one of them 0.
    """
    ink = principled("measure", "#1d1f22", Roughness=1.0, Specular=0)
    (x, y), (across, upright) = at, size
    box("line", (max(across, 0.7), 0.4, max(upright, 0.7)), (x, y, z + upright / 2), ink)
    for end in (-1, 1):
        place = (x + end * across / 2, y, z + upright / 2 + end * upright / 2)
        box("end", (0.7 if across else 7, 0.4, 0.7 if upright else 7), place, ink)
    curve = bpy.data.curves.new("measure", "FONT")
    curve.body, curve.size, curve.align_y = text, 0.095, "CENTER"
    curve.align_x = "CENTER" if across else "RIGHT"
    curve.materials.append(ink)
    words = bpy.data.objects.new("measure", curve)
    bpy.context.collection.objects.link(words)
    words.rotation_euler = (math.radians(90), 0, 0)
    words.location = Vector((x, y, z + 9) if across else (x - 6, y, z + upright * 0.82)) * MM
