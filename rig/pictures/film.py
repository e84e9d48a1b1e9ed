"""The silent film: powder falls into milk, the button is pressed, the blades mix it, and it is poured. 15 pictures a second."""

import math
import random

import bmesh
import bpy
from mathutils import Matrix, Vector

from bottle import CUP_FLOOR, CUP_RIM, FINISHES, LID_TOP, build_bottle, inner_radius, level_for
from geometry import MM, lathe, prism
from materials import bubbled, clear, linear, principled
from stage import ambient, backdrop, camera, expose, softbox, studio_lights

# Pictures of each scene.
POWDER, PRESS, MIX, POUR = 22, 11, 24, 27
FRAMES = POWDER + PRESS + MIX + POUR
MILK = "#f7f4ec"


def stage_film(color, frame):
    """Builds one picture of the film."""
    for length, scene in ((POWDER, powder), (PRESS, press), (MIX, mix), (POUR, pour)):
        if frame < length:
            scene(color, frame / (length - 1))
            return
        frame -= length


def studio(color, ground):
    backdrop(ground)
    studio_lights(FINISHES[color]["dark"])


GROUND = {"Blanco": "#e8e1d5", "Celeste": "#c3d9e8", "Negro": "#8f949a", "Rosado": "#e5c3c1"}


def smooth(t):
    """Starts and ends slowly; t from 0 to 1."""
    t = min(1.0, max(0.0, t))
    return t * t * (3 - 2 * t)


def between(first, second, share):
    """The colour (sRGB hex) between two others."""
    mixed = [round(int(first[i : i + 2], 16) * (1 - share) + int(second[i : i + 2], 16) * share) for i in (1, 3, 5)]
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


def contents(outline, material):
    """The drink in the cup, from its surface's outline [(r, z)] inwards; it reaches a hair into the wall."""
    edge, top = outline[0]
    side = [(inner_radius(CUP_FLOOR) + 0.12, CUP_FLOOR - 0.1), (edge + 0.12, top)]
    return lathe("drink", [(0, CUP_FLOOR - 0.1), *side, *outline[1:]], material, segments=160)


def powder(color, t):
    """The open cup from a little above; powder falls from a scoop and heaps on the milk."""
    studio(color, GROUND[color])
    build_bottle(color, None, lid=False)
    level = level_for(330)
    heap = 13 * smooth(t * 1.1 - 0.25)
    contents([(inner_radius(level), level), (0, level)], principled("milk", MILK, Roughness=0.3))
    grain = principled("powder", FINISHES[color]["shake"], Roughness=0.95)
    luck = random.Random(4)
    if heap > 0.4:
        wide = 8 + 1.5 * heap
        lathe("heap", [(0, level - 2), (wide, level - 2), (wide * 0.55, level + heap * 0.55, 4), (0, level + heap)], grain, segments=64)
    first = lathe("grain", [(0, -1), (0.8, -0.5), (0.8, 0.5), (0, 1)], grain, segments=7, steps=1)
    first.location = (0, 0, -5)
    top = 236
    for _ in range(900):
        start, spread, size = luck.uniform(-0.35, 0.95), luck.gauss(0, 1), luck.uniform(0.6, 2.0)
        fallen = (t - start) * 1.5
        z = top - 260 * fallen * fallen - 30 * fallen
        if fallen < 0 or z < level + heap * 0.6:
            continue
        place = Vector((spread * (2.5 + 5 * fallen) + 3, luck.gauss(0, 1) * (2.5 + 5 * fallen) - 2, z))
        grain_here = bpy.data.objects.new("grain", first.data)
        bpy.context.collection.objects.link(grain_here)
        grain_here.location = place * MM
        grain_here.scale = (size,) * 3
    scoop(grain, t)
    camera((0, -900, 520), (4, 0, 130), 128)


def scoop(grain, t):
    """A measuring scoop that tips over the cup."""
    plastic = principled("scoop", "#f4f3f0", Roughness=0.4)
    cup = lathe("scoop", [(0, 0), (17, 0, 3), (20, 30, 0.6), (18.4, 30, 0.6), (15.6, 2, 2), (0, 2)], plastic, segments=96)
    bar = prism("handle", [(18, -5), (92, -4), (92, 4), (18, 5)], 25, 28, plastic, 1, 3)
    fill = lathe("fill", [(0, 3), (16, 3), (18, 22), (0, 25)], grain, segments=64)
    tip = math.radians(-40 - 75 * smooth(t * 1.4))
    turn = Matrix.Translation(Vector((34, 0, 236)) * MM) @ Matrix.Rotation(tip, 4, "Y")
    for part in (cup, bar, fill):
        part.matrix_world = turn
    fill.scale = (1, 1, max(0.05, 1 - smooth(t * 1.2)))


def press(color, t):
    """The ring lights up while the button is pressed, seen from near."""
    studio(color, GROUND[color])
    build_bottle(color, None, turn_degrees=6)
    level = level_for(340)
    contents([(inner_radius(level), level), (0, level)], principled("milk", between(MILK, FINISHES[color]["shake"], 0.15), Roughness=0.3))
    light = bpy.data.materials["led light"].node_tree.nodes["Principled BSDF"]
    light.inputs["Emission Strength"].default_value = 0.15 + 3.2 * smooth((t - 0.4) * 4)
    button = bpy.data.objects["button"]
    button.matrix_world = button.matrix_world @ Matrix.Translation((0, 0, -0.013 * math.sin(math.pi * min(1, max(0, t * 1.6 - 0.2)))))
    camera((-30, -620, 110), (2, 0, 44), 175 + 14 * smooth(t))


def mix(color, t):
    """A funnel opens in the drink, its colour becomes even, and foam grows."""
    studio(color, GROUND[color])
    build_bottle(color, None)
    finish = FINISHES[color]
    depth = 46 * smooth(t * 3.4) * (1 - 0.72 * smooth((t - 0.62) * 2.8))
    shade = between(MILK, finish["shake"], 0.15 + 0.85 * smooth(t * 1.5))
    rest = level_for(330 + 40 * t)
    edge = rest + depth * 0.42
    foam = 2 + 7 * smooth((t - 0.25) * 1.4)
    wave = [(inner_radius(edge) * (1 - i / 14), edge - depth * (1 - math.exp(-2.6 * i / 14)) * 1.05) for i in range(15)]
    low = [(r, z - foam) for r, z in wave]
    contents(low, swirled(principled("drink", shade, Roughness=0.35), between(MILK, finish["shake"], 0.02), 1 - smooth(t * 1.5), t))
    head = bubbled(principled("head", between(MILK, finish["foam"], smooth(t * 1.6)), Roughness=0.5), shade)
    top = lathe("foam", [*((r + (0.12 if i == 0 else 0), z) for i, (r, z) in enumerate(low)), *reversed(wave[:-1])], head, segments=160)
    top.rotation_euler = (0, 0, 9.4 * t)
    ring = bpy.data.materials["led light"].node_tree.nodes["Principled BSDF"]
    ring.inputs["Emission Strength"].default_value = 3.3
    camera((0, -960, 250), (2, 0, 100), 142)


def swirled(material, other, share, t):
    """Streaks of another colour (sRGB hex) around the axis, which thin out as `share` falls to 0."""
    tree = material.node_tree
    place = tree.nodes.new("ShaderNodeTexCoord")
    mapping = tree.nodes.new("ShaderNodeMapping")
    noise = tree.nodes.new("ShaderNodeTexNoise")
    blend = tree.nodes.new("ShaderNodeMixRGB")
    scale = tree.nodes.new("ShaderNodeMath")
    scale.operation = "MULTIPLY"
    mapping.inputs["Rotation"].default_value = (0.5, 0, 8 * t)
    mapping.inputs["Scale"].default_value = (1, 1, 4)
    noise.inputs["Scale"].default_value = 2.6
    noise.inputs["Detail"].default_value = 5
    noise.inputs["Distortion"].default_value = 1.5
    shader = tree.nodes["Principled BSDF"]
    scale.inputs[1].default_value = share
    blend.inputs["Color1"].default_value = tuple(shader.inputs["Base Color"].default_value)
    blend.inputs["Color2"].default_value = linear(other)
    tree.links.new(place.outputs["Object"], mapping.inputs["Vector"])
    tree.links.new(mapping.outputs["Vector"], noise.inputs["Vector"])
    tree.links.new(noise.outputs["Fac"], scale.inputs[0])
    tree.links.new(scale.outputs[0], blend.inputs["Fac"])
    tree.links.new(blend.outputs["Color"], shader.inputs["Base Color"])
    return material


def pour(color, t):
    """The bottle tips over a glass, which fills."""
    studio(color, GROUND[color])
    finish = FINISHES[color]
    shake = principled("shake", finish["shake"], Roughness=0.35)
    root = build_bottle(color, None, open_degrees=150, turn_degrees=90)
    tilt = 84 + 18 * smooth(t * 2.2)
    turn = Matrix.Translation(Vector((-128, 0, 238)) * MM) @ Matrix.Rotation(math.radians(tilt), 4, "Y")
    inside = lathe("inside", [(0, CUP_FLOOR), (inner_radius(CUP_FLOOR), CUP_FLOOR), (inner_radius(CUP_RIM) - 0.1, CUP_RIM + 2), (0, CUP_RIM + 2)], shake, segments=128)
    level_in(inside, turn, 250 - 22 * t)
    turned = turn @ root.matrix_world
    root.matrix_world = turned
    inside.matrix_world = turn
    mouth = turned @ (Vector((0, -26, LID_TOP + 12)) * MM) / MM
    fill = 70 * smooth(t * 1.1 - 0.22)
    tumbler(mouth.x + 26, fill, shake, bubbled(principled("head", finish["foam"], Roughness=0.5), finish["shake"]))
    if t > 0.22:
        stream(mouth, mouth.x + 24, 6 + fill, shake, smooth((t - 0.22) * 7))
    camera((0, -1150, 250), (4, 0, 140), 112)


def level_in(thing, turn, height):
    """Cuts away what of a solid lies above a height (mm) once it is turned, and closes it with a level surface."""
    mesh = bmesh.new()
    mesh.from_mesh(thing.data)
    back = turn.inverted()
    normal = (back.to_3x3() @ Vector((0, 0, 1))).normalized()
    everything = [*mesh.verts, *mesh.edges, *mesh.faces]
    cut = bmesh.ops.bisect_plane(mesh, geom=everything, plane_co=back @ (Vector((0, 0, height)) * MM), plane_no=normal, clear_outer=True)
    rim = [part for part in cut["geom_cut"] if isinstance(part, bmesh.types.BMEdge)]
    bmesh.ops.contextual_create(mesh, geom=rim)
    mesh.to_mesh(thing.data)
    mesh.free()


def tumbler(x, fill, shake, head):
    """A glass at x with `fill` mm of shake and its foam."""
    wall = [(0, 0), (29, 0, 2), (35, 112, 0.8), (33.4, 112, 0.8), (27.6, 6, 2), (0, 6)]
    body = lathe("tumbler", wall, clear("tumbler", "#ffffff"), segments=160)

    def inner(z):
        return 27.7 + 5.8 * (z - 6) / 106 + 0.1

    body.location.x = x * MM
    if fill < 1:
        return
    drink = lathe("poured", [(0, 6), (inner(6), 6), (inner(6 + fill), 6 + fill), (0, 6 + fill)], shake, segments=160)
    foam = lathe("poured foam", [(0, 6 + fill), (inner(6 + fill), 6 + fill), (inner(11 + fill), 11 + fill), (0, 11 + fill)], head, segments=160)
    for part in (drink, foam):
        part.location.x = x * MM


def stream(mouth, x, floor, shake, share):
    """The falling drink, from the mouth to the surface at `floor` mm; share: how far it has fallen, from 0 to 1."""
    curve = bpy.data.curves.new("stream", "CURVE")
    curve.dimensions, curve.bevel_depth, curve.bevel_resolution = "3D", 0.045, 6
    spline = curve.splines.new("POLY")
    steps = 22
    spline.points.add(steps - 1)
    for step, point in enumerate(spline.points):
        fallen = step / (steps - 1) * share
        along = (x - mouth.x) * math.sqrt(fallen)
        point.co = ((mouth.x + along) * MM, mouth.y * MM, (mouth.z + (floor - mouth.z) * fallen) * MM, 1)
        point.radius = 1 - 0.45 * fallen
    curve.materials.append(shake)
    bpy.context.collection.objects.link(bpy.data.objects.new("stream", curve))
