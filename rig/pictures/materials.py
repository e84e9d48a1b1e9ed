"""Cycles materials of the bottle and of the scenes. Colours are written as sRGB hex."""

import bpy


def linear(hexa):
    """'#rrggbb' as a linear RGBA tuple."""
    channels = [int(hexa[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels) + (1.0,)


def principled(name, hexa, **inputs):
    """A Principled BSDF; keyword names are its sockets with underscores for spaces."""
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    shader = material.node_tree.nodes["Principled BSDF"]
    shader.inputs["Base Color"].default_value = linear(hexa)
    for socket, value in inputs.items():
        shader.inputs[socket.replace("_", " ")].default_value = value
    return material


def add_bump(material, scale, strength, distance=0.002, detail=3):
    """Roughens a material's surface with noise, in object space."""
    tree = material.node_tree
    place = tree.nodes.new("ShaderNodeTexCoord")
    noise = tree.nodes.new("ShaderNodeTexNoise")
    bump = tree.nodes.new("ShaderNodeBump")
    noise.inputs["Scale"].default_value = scale
    noise.inputs["Detail"].default_value = detail
    bump.inputs["Strength"].default_value = strength
    bump.inputs["Distance"].default_value = distance
    tree.links.new(place.outputs["Object"], noise.inputs["Vector"])
    tree.links.new(noise.outputs["Fac"], bump.inputs["Height"])
    tree.links.new(bump.outputs["Normal"], tree.nodes["Principled BSDF"].inputs["Normal"])
    return material


def bubbled(material, gap):
    """Foam: round bubbles in two sizes, with the colour of the drink (sRGB hex) in the gaps between them."""
    tree = material.node_tree
    shader = tree.nodes["Principled BSDF"]
    place = tree.nodes.new("ShaderNodeTexCoord")
    height = None
    for scale, share in ((70, 1.0), (170, 0.6)):
        cells = tree.nodes.new("ShaderNodeTexVoronoi")
        cells.feature = "SMOOTH_F1"
        cells.inputs["Scale"].default_value = scale
        tree.links.new(place.outputs["Object"], cells.inputs["Vector"])
        scaled = tree.nodes.new("ShaderNodeMath")
        scaled.operation = "MULTIPLY"
        scaled.inputs[1].default_value = -share
        tree.links.new(cells.outputs["Distance"], scaled.inputs[0])
        if height is None:
            height = scaled.outputs[0]
            continue
        both = tree.nodes.new("ShaderNodeMath")
        tree.links.new(height, both.inputs[0])
        tree.links.new(scaled.outputs[0], both.inputs[1])
        height = both.outputs[0]
    bump = tree.nodes.new("ShaderNodeBump")
    bump.inputs["Strength"].default_value = 0.55
    bump.inputs["Distance"].default_value = 0.012
    tree.links.new(height, bump.inputs["Height"])
    tree.links.new(bump.outputs["Normal"], shader.inputs["Normal"])
    ramp = tree.nodes.new("ShaderNodeValToRGB")
    whole = tuple(shader.inputs["Base Color"].default_value)
    between = tuple((a + b) / 2 for a, b in zip(whole, linear(gap)))
    for element, position, colour in zip(ramp.color_ramp.elements, (0.1, 0.5), (between, whole)):
        element.position, element.color = position, colour
    raised = tree.nodes.new("ShaderNodeMath")
    raised.inputs[1].default_value = 1.0
    tree.links.new(height, raised.inputs[0])
    tree.links.new(raised.outputs[0], ramp.inputs["Fac"])
    tree.links.new(ramp.outputs["Color"], shader.inputs["Base Color"])
    return material


def mottle(material, first, second, scale, detail=4, stretch=(1, 1, 1), contrast=(0.35, 0.65)):
    """Blends two colours by noise: plaster, stone, or wood when stretched along one axis."""
    tree = material.node_tree
    place = tree.nodes.new("ShaderNodeTexCoord")
    mapping = tree.nodes.new("ShaderNodeMapping")
    noise = tree.nodes.new("ShaderNodeTexNoise")
    ramp = tree.nodes.new("ShaderNodeValToRGB")
    mapping.inputs["Scale"].default_value = stretch
    noise.inputs["Scale"].default_value = scale
    noise.inputs["Detail"].default_value = detail
    for element, position, hexa in zip(ramp.color_ramp.elements, contrast, (first, second)):
        element.position = position
        element.color = linear(hexa)
    tree.links.new(place.outputs["Object"], mapping.inputs["Vector"])
    tree.links.new(mapping.outputs["Vector"], noise.inputs["Vector"])
    tree.links.new(noise.outputs["Fac"], ramp.inputs["Fac"])
    tree.links.new(ramp.outputs["Color"], tree.nodes["Principled BSDF"].inputs["Base Color"])
    return material


def clear(name, tint, ior=1.5, roughness=0.06):
    """
    Glass-like plastic. Shadow and diffuse rays pass it straight, so that what it holds is lit without caustics.
    What it mirrors is a shader of its own with a hair of roughness: a lamp's reflection is then sampled from the lamp,
    where the glass shader would find it by chance, one time in 25, and leave grain in every highlight.
    """
    material = bpy.data.materials.new(name)
    material.use_nodes = True
    tree = material.node_tree
    tree.nodes.clear()
    out = tree.nodes.new("ShaderNodeOutputMaterial")
    mix = tree.nodes.new("ShaderNodeMixShader")
    path = tree.nodes.new("ShaderNodeLightPath")
    either = tree.nodes.new("ShaderNodeMath")
    either.operation = "MAXIMUM"
    glass = tree.nodes.new("ShaderNodeMixShader")
    edge = tree.nodes.new("ShaderNodeFresnel")
    bent = tree.nodes.new("ShaderNodeBsdfRefraction")
    mirrored = tree.nodes.new("ShaderNodeBsdfGlossy")
    through = tree.nodes.new("ShaderNodeBsdfTransparent")
    edge.inputs["IOR"].default_value = bent.inputs["IOR"].default_value = ior
    bent.inputs["Color"].default_value = linear(tint)
    bent.inputs["Roughness"].default_value = 0
    mirrored.inputs["Roughness"].default_value = roughness
    tree.links.new(edge.outputs[0], glass.inputs[0])
    tree.links.new(bent.outputs[0], glass.inputs[1])
    tree.links.new(mirrored.outputs[0], glass.inputs[2])
    through.inputs["Color"].default_value = linear(tint)
    tree.links.new(path.outputs["Is Shadow Ray"], either.inputs[0])
    tree.links.new(path.outputs["Is Diffuse Ray"], either.inputs[1])
    tree.links.new(either.outputs[0], mix.inputs[0])
    tree.links.new(glass.outputs[0], mix.inputs[1])
    tree.links.new(through.outputs[0], mix.inputs[2])
    tree.links.new(mix.outputs[0], out.inputs["Surface"])
    return material


def glowing(name, hexa, strength):
    """A light-emitting surface."""
    return principled(name, "#000000", Emission=linear(hexa), Emission_Strength=strength)
