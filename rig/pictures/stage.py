"""Camera, lamps and backdrops. Lengths in millimetres, lamp power in Blender watts."""

import math

import bmesh
import bpy
from mathutils import Vector

from geometry import MM, new_object
from materials import linear, principled


def camera(position, target, lens=85, focus=None, aperture=None):
    """aperture: f-stop at this scale (about a tenth of a real one); focus: point that stays sharp."""
    data = bpy.data.cameras.new("camera")
    data.lens = lens
    eye = bpy.data.objects.new("camera", data)
    bpy.context.collection.objects.link(eye)
    eye.location = Vector(position) * MM
    eye.rotation_euler = (Vector(target) * MM - eye.location).to_track_quat("-Z", "Y").to_euler()
    if aperture:
        data.dof.use_dof = True
        data.dof.focus_distance = (Vector(focus or target) * MM - eye.location).length
        data.dof.aperture_fstop = aperture
    bpy.context.scene.camera = eye


def softbox(position, target, size, power, hexa="#ffffff"):
    """A rectangular lamp that the camera does not see, except in reflections; it fades towards its edges like cloth."""
    data = bpy.data.lights.new("softbox", "AREA")
    data.shape = "RECTANGLE"
    data.size, data.size_y = size[0] * MM, size[1] * MM
    data.energy = power
    data.color = linear(hexa)[:3]
    lamp = bpy.data.objects.new("softbox", data)
    bpy.context.collection.objects.link(lamp)
    lamp.location = Vector(position) * MM
    lamp.rotation_euler = (Vector(target) * MM - lamp.location).to_track_quat("-Z", "Y").to_euler()
    lamp.visible_camera = False
    feather(data)
    return lamp


def feather(lamp):
    """Makes an area lamp fall off from its middle as a parabola on both axes, with the same light in all."""
    lamp.use_nodes = True
    tree = lamp.node_tree
    place = tree.nodes.new("ShaderNodeNewGeometry")
    axes = tree.nodes.new("ShaderNodeSeparateXYZ")
    tree.links.new(place.outputs["Parametric"], axes.inputs[0])
    strength = None
    for axis in ("X", "Y"):
        rest = calculate(tree, "SUBTRACT", 1.0, axes.outputs[axis])
        hill = calculate(tree, "MULTIPLY", calculate(tree, "MULTIPLY", axes.outputs[axis], rest), 6.0)
        strength = hill if strength is None else calculate(tree, "MULTIPLY", strength, hill)
    tree.links.new(strength, tree.nodes["Emission"].inputs["Strength"])


def calculate(tree, operation, first, second):
    """A math node on two numbers or sockets; returns its output."""
    node = tree.nodes.new("ShaderNodeMath")
    node.operation = operation
    for socket, value in zip(node.inputs, (first, second)):
        if isinstance(value, (int, float)):
            socket.default_value = value
        else:
            tree.links.new(value, socket)
    return node.outputs[0]


def sun(direction, strength, hexa, angle_degrees=1.2):
    """Parallel light that travels along the given direction."""
    data = bpy.data.lights.new("sun", "SUN")
    data.energy = strength
    data.angle = math.radians(angle_degrees)
    data.color = linear(hexa)[:3]
    lamp = bpy.data.objects.new("sun", data)
    bpy.context.collection.objects.link(lamp)
    lamp.rotation_euler = Vector(direction).to_track_quat("-Z", "Y").to_euler()


def ambient(hexa, strength, studio=None):
    """
    Even light from everywhere. studio: what reflections and glass see instead, as brightness below, at eye level and
    above: a white ceiling over a dim floor draws shapes without a lamp's hard edge, and without grain.
    """
    world = bpy.data.worlds.new("world")
    world.use_nodes = True
    node = world.node_tree.nodes["Background"]
    node.inputs["Color"].default_value = linear(hexa)
    node.inputs["Strength"].default_value = strength
    bpy.context.scene.world = world
    if studio is None:
        return
    tree = world.node_tree
    place = tree.nodes.new("ShaderNodeTexCoord")
    axes = tree.nodes.new("ShaderNodeSeparateXYZ")
    ramp = tree.nodes.new("ShaderNodeValToRGB")
    path = tree.nodes.new("ShaderNodeLightPath")
    tree.links.new(place.outputs["Generated"], axes.inputs[0])
    tree.links.new(calculate(tree, "MULTIPLY", calculate(tree, "ADD", axes.outputs["Z"], 1), 0.5), ramp.inputs["Fac"])
    ramp.color_ramp.interpolation = "EASE"
    ramp.color_ramp.elements.new(0.5)
    for element, position, value in zip(ramp.color_ramp.elements, (0.15, 0.5, 0.85), studio):
        element.position, element.color = position, (value, value, value, 1)
    lit = calculate(tree, "MAXIMUM", path.outputs["Is Diffuse Ray"], path.outputs["Is Camera Ray"])
    unseen = calculate(tree, "MULTIPLY", calculate(tree, "SUBTRACT", 1, lit), ramp.outputs["Color"])
    tree.links.new(calculate(tree, "ADD", calculate(tree, "MULTIPLY", lit, strength), unseen), node.inputs["Strength"])


def expose(stops):
    """Brightens (or darkens) what is rendered by so many stops."""
    bpy.context.scene.cycles.film_exposure = 2**stops


def key_light():
    softbox((-480, -330, 520), (0, 0, 90), (240, 300), 340)


def studio_lights(is_dark):
    """Key upper left, a tall strip that draws the cup's left edge, a rim from behind on the right, a weak fill."""
    ambient("#ffffff", 0.18, (0.08, 0.25, 0.9) if is_dark else (0.14, 0.34, 0.95))
    expose(0.35 if is_dark else 0.12)
    key_light()
    softbox((-300, -20, 120), (0, 0, 108), (70, 500), 55 if is_dark else 75)
    softbox((330, 190, 110), (0, 0, 104), (80, 520), 110 if is_dark else 120)
    softbox((420, -520, 260), (0, 0, 100), (360, 360), 50)


def backdrop(hexa, depth=500, radius=300, roughness=0.85):
    """A seamless sheet: floor, a wide bend and a wall."""
    mesh = bmesh.new()
    profile = [(-2500, 0), (depth - radius, 0)]
    profile += [(depth - radius + radius * math.sin(t), radius - radius * math.cos(t)) for t in [math.pi / 2 * i / 24 for i in range(1, 25)]]
    profile.append((depth, 3000))
    left = [mesh.verts.new((-30, y * MM, z * MM)) for y, z in profile]
    right = [mesh.verts.new((30, y * MM, z * MM)) for y, z in profile]
    for i in range(len(profile) - 1):
        mesh.faces.new([left[i], right[i], right[i + 1], left[i + 1]])
    return new_object("backdrop", mesh, principled("backdrop", hexa, Roughness=roughness))
