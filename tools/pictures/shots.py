"""What each picture shows: stage, light and camera. Key light always comes from the upper left."""

import math

import bpy
from mathutils import Vector

from bottle import build_bottle
from geometry import box, lathe
from materials import linear, principled


def camera(position, target, lens=85, aperture=None, shift=(0, 0)):
    """Positions in mm. aperture: f-stop for a shallow depth of field, focused on the target."""
    data = bpy.data.cameras.new("camera")
    data.lens = lens
    data.shift_x, data.shift_y = shift
    eye = bpy.data.objects.new("camera", data)
    bpy.context.collection.objects.link(eye)
    eye.location = Vector(position) * 0.01
    gaze = Vector(target) * 0.01 - eye.location
    eye.rotation_euler = gaze.to_track_quat("-Z", "Y").to_euler()
    if aperture:
        data.dof.use_dof = True
        data.dof.focus_distance = gaze.length
        data.dof.aperture_fstop = aperture
    bpy.context.scene.camera = eye


def softbox(position, target, size, power, hexa="#ffffff", seen=False):
    """A rectangular lamp; lengths in mm, power in Blender watts."""
    data = bpy.data.lights.new("softbox", "AREA")
    data.shape = "RECTANGLE"
    data.size, data.size_y = size[0] * 0.01, size[1] * 0.01
    data.energy = power
    data.color = linear(hexa)[:3]
    lamp = bpy.data.objects.new("softbox", data)
    bpy.context.collection.objects.link(lamp)
    lamp.location = Vector(position) * 0.01
    lamp.rotation_euler = (Vector(target) * 0.01 - lamp.location).to_track_quat("-Z", "Y").to_euler()
    lamp.visible_camera = seen
    return lamp


def ambient(hexa, strength):
    world = bpy.data.worlds.new("world")
    world.use_nodes = True
    node = world.node_tree.nodes["Background"]
    node.inputs["Color"].default_value = linear(hexa)
    node.inputs["Strength"].default_value = strength
    bpy.context.scene.world = world


def studio_lights(dark_product):
    """Key upper left, a tall strip that draws the cup's edge, a rim from behind on the right, a weak fill."""
    ambient("#ffffff", 0.42)
    softbox((-480, -330, 520), (0, 0, 90), (300, 340), 260)
    softbox((-330, -60, 170), (0, 0, 110), (60, 420), 26 if dark_product else 14)
    softbox((330, 190, 200), (0, 0, 110), (80, 400), 60 if dark_product else 34)
    softbox((420, -520, 260), (0, 0, 100), (360, 360), 46)


def catch_shadow():
    floor = box("shadow", (4000, 4000, 1), (0, 0, -0.5), principled("floor", "#ffffff", Roughness=1.0))
    floor.is_shadow_catcher = True
    bpy.context.scene.render.film_transparent = True


def hero_camera():
    camera((0, -1180, 300), (8, 0, 97), 150)


def stage_hero(color, turn):
    build_bottle(color, "shake", 390, turn_degrees=14 + turn)
    studio_lights(color == "Negro")
    box("bounce", (600, 600, 1), (0, 0, -0.6), principled("bounce", "#ffffff", Roughness=1.0)).visible_camera = False
    bpy.context.scene.render.film_transparent = True
    hero_camera()


def stage_hero_shadow(color, turn):
    """Only the shadow that the bottle throws on its table; laid under the hero when encoding."""
    root = build_bottle(color, "shake", 390, turn_degrees=14 + turn)
    for part in root.children:
        part.visible_camera = False
    studio_lights(False)
    catch_shadow()
    hero_camera()


def stage_kitchen(color, turn):
    build_bottle(color, "shake", 390, turn_degrees=14 + turn, at=(150, 0))
    ambient("#fff3e4", 0.5)
    softbox((-700, -350, 620), (0, 0, 60), (420, 420), 700, "#ffe2bf")
    box("counter", (4000, 900, 40), (0, 150, -20), principled("counter", "#d9cdbd", Roughness=0.4))
    box("wall", (4000, 10, 2000), (0, 600, 400), principled("wall", "#e9dccb", Roughness=0.9))
    camera((0, -1300, 240), (0, 0, 105), 70)


def stage_gym(color, turn):
    build_bottle(color, "shake", 390, turn_degrees=14 + turn, at=(150, 0))
    ambient("#b9c6d6", 0.12)
    softbox((-500, -250, 620), (0, 0, 60), (300, 300), 420, "#eef4ff")
    softbox((500, 300, 300), (100, 0, 100), (60, 500), 160, "#cfe3ff")
    box("floor", (4000, 1800, 40), (0, 300, -20), principled("floor", "#26282b", Roughness=0.7))
    box("wall", (4000, 10, 2000), (0, 1000, 400), principled("wall", "#5b5f64", Roughness=0.9))
    camera((0, -1300, 240), (0, 0, 105), 70)


SHOTS = {
    "hero": {"size": (900, 1200), "stage": stage_hero},
    "hero-shadow": {"size": (900, 1200), "stage": stage_hero_shadow},
    "kitchen": {"size": (1600, 1000), "stage": stage_kitchen},
    "gym": {"size": (1600, 1000), "stage": stage_gym},
}
