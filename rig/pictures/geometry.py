"""Mesh builders. Every length that comes in is in millimetres; one Blender unit is 100 mm."""

import math

import bmesh
import bpy
from mathutils import Matrix, Vector

MM = 0.01


def rounded(points, steps=8):
    """Turns [(r, z[, fillet])] into a polyline whose corners are replaced by arcs of the given fillet."""
    result = []
    last = len(points) - 1
    for index, point in enumerate(points):
        here = Vector(point[:2])
        fillet = point[2] if len(point) > 2 else 0
        if fillet == 0 or index in (0, last):
            result.append(here)
            continue
        before = Vector(points[index - 1][:2]) - here
        after = Vector(points[index + 1][:2]) - here
        half = before.angle(after) / 2
        reach = min(fillet / math.tan(half), before.length * 0.49, after.length * 0.49)
        start = here + before.normalized() * reach
        end = here + after.normalized() * reach
        for step in range(steps + 1):
            t = step / steps
            result.append(start * (1 - t) ** 2 + here * 2 * t * (1 - t) + end * t**2)
    return result


def new_object(name, mesh, material=None, smooth_angle=35):
    """Links a finished bmesh to the scene as a smooth-shaded object."""
    bmesh.ops.recalc_face_normals(mesh, faces=mesh.faces)
    data = bpy.data.meshes.new(name)
    mesh.to_mesh(data)
    mesh.free()
    for polygon in data.polygons:
        polygon.use_smooth = True
    data.use_auto_smooth = True
    data.auto_smooth_angle = math.radians(smooth_angle)
    thing = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(thing)
    if material:
        data.materials.append(material)
    return thing


def lathe(name, outline, material=None, segments=144, steps=8):
    """Spins an outline into a closed solid; one that does not start on the axis (r = 0) is joined end to start."""
    mesh = bmesh.new()
    rings = []
    if outline[0][0] > 0:
        outline = [*outline, outline[0]]
    for r, z in rounded(outline, steps):
        if r < 1e-6:
            rings.append([mesh.verts.new((0, 0, z * MM))])
            continue
        angles = [2 * math.pi * i / segments for i in range(segments)]
        rings.append([mesh.verts.new((r * MM * math.cos(a), r * MM * math.sin(a), z * MM)) for a in angles])
    for low, high in zip(rings, rings[1:]):
        for i in range(segments):
            j = (i + 1) % segments
            corners = [low[i % len(low)], low[j % len(low)], high[j % len(high)], high[i % len(high)]]
            unique = list(dict.fromkeys(corners))
            if len(unique) > 2:
                mesh.faces.new(unique)
    return new_object(name, mesh, material)


def prism(name, footprint, bottom, top, material=None, bevel=0, bevel_segments=5):
    """Extrudes a footprint [(x, y)] from z = bottom to z = top and softens its edges."""
    mesh = bmesh.new()
    face = mesh.faces.new([mesh.verts.new((x * MM, y * MM, bottom * MM)) for x, y in footprint])
    raised = bmesh.ops.extrude_face_region(mesh, geom=[face])["geom"]
    bmesh.ops.translate(mesh, vec=(0, 0, (top - bottom) * MM), verts=[v for v in raised if isinstance(v, bmesh.types.BMVert)])
    thing = new_object(name, mesh, material)
    if bevel:
        soften(thing, bevel, bevel_segments)
    return thing


def soften(thing, width, segments=5, angle=40):
    """Adds a bevel to the sharp edges and keeps the large faces flat."""
    modifier = thing.modifiers.new("soften", "BEVEL")
    modifier.width = width * MM
    modifier.segments = segments
    modifier.limit_method = "ANGLE"
    modifier.angle_limit = math.radians(angle)
    modifier.harden_normals = True
    return thing


def box(name, size, centre, material=None, bevel=0):
    """An upright box; size and centre are (x, y, z)."""
    x, y, z = size[0] / 2, size[1] / 2, size[2] / 2
    footprint = [(-x, -y), (x, -y), (x, y), (-x, y)]
    thing = prism(name, footprint, -z, z, material, bevel)
    thing.location = Vector(centre) * MM
    return thing


def cylinder_along(name, radius, start, end, material=None, bevel=0, segments=64):
    """A round bar from start to end."""
    footprint = [(radius * math.cos(2 * math.pi * i / segments), radius * math.sin(2 * math.pi * i / segments)) for i in range(segments)]
    axis = Vector(end) - Vector(start)
    thing = prism(name, footprint, 0, axis.length, material, bevel)
    thing.matrix_world = Matrix.Translation(Vector(start) * MM) @ axis.to_track_quat("Z", "Y").to_matrix().to_4x4()
    return thing


def stadium(width, height, steps=16):
    """Footprint of a slot with round ends."""
    r = height / 2
    half = width / 2 - r
    right = [(half + r * math.sin(math.pi * i / steps), -r * math.cos(math.pi * i / steps)) for i in range(steps + 1)]
    left = [(-x, -y) for x, y in right]
    return right + left


def tongue(half_width, front, rear, front_corner, rear_corner, steps=14):
    """Footprint of a plate from y = front to y = rear with round corners."""
    outline = []
    corners = ((1, front, front_corner, -90), (1, rear, rear_corner, 0), (-1, rear, rear_corner, 90), (-1, front, front_corner, 180))
    for side, end, corner, start in corners:
        x, y = side * (half_width - corner), end + (corner if end == front else -corner)
        for step in range(steps + 1):
            angle = math.radians(start + 90 * step / steps)
            outline.append((x + corner * math.cos(angle), y + corner * math.sin(angle)))
    return outline


def facing(thing, azimuth_degrees, radius, height, lean_degrees=0):
    """
    Puts an object built along +Z on the bottle's wall, its +Z looking outwards; azimuth 0 is the front (-Y).
    A wall that widens upwards looks down a little: by lean_degrees.
    """
    angle, lean = math.radians(azimuth_degrees), math.radians(lean_degrees)
    level = Vector((math.sin(angle), -math.cos(angle), 0))
    outward = level * math.cos(lean) - Vector((0, 0, math.sin(lean)))
    across = Vector((math.cos(angle), math.sin(angle), 0))
    turn = Matrix((across, outward.cross(across), outward)).transposed().to_4x4()
    thing.matrix_world = Matrix.Translation(level * radius * MM + Vector((0, 0, height * MM))) @ turn
    return thing


def carve(thing, cutter):
    """Cuts the cutter's volume out of the object, then forgets the cutter."""
    modifier = thing.modifiers.new("carve", "BOOLEAN")
    modifier.object = cutter
    modifier.solver = "EXACT"
    bpy.context.view_layer.objects.active = thing
    bpy.ops.object.modifier_apply(modifier=modifier.name)
    bpy.data.objects.remove(cutter)
    return thing


def wrapped_text(name, text, size, azimuth_degrees, height, radius_at, material, spacing=1.0, align="CENTER", font=None):
    """Sets text on the bottle's wall: radius_at(z) gives the wall's radius in mm."""
    curve = bpy.data.curves.new(name, "FONT")
    curve.body, curve.size, curve.space_character, curve.align_x = text, size, spacing, align
    curve.align_y = "CENTER"
    curve.resolution_u = 6
    if font:
        curve.font = font
    holder = bpy.data.objects.new(name, curve)
    bpy.context.collection.objects.link(holder)
    bpy.context.view_layer.update()
    data = bpy.data.meshes.new_from_object(holder.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    bpy.data.objects.remove(holder)
    for vertex in data.vertices:
        x, z = vertex.co.x, height + vertex.co.y
        radius = radius_at(z) + 0.08
        angle = math.radians(azimuth_degrees) + x / radius
        vertex.co = Vector((math.sin(angle) * radius, -math.cos(angle) * radius, z)) * MM
    data.materials.append(material)
    thing = bpy.data.objects.new(name, data)
    bpy.context.collection.objects.link(thing)
    return thing


def wall_strip(name, azimuth_from, azimuth_to, bottom, top, radius_at, material, steps=24):
    """A thin printed strip on the wall between two azimuths."""
    mesh = bmesh.new()
    columns = []
    for i in range(steps + 1):
        angle = math.radians(azimuth_from + (azimuth_to - azimuth_from) * i / steps)
        column = []
        for z in (bottom, top):
            radius = radius_at(z) + 0.08
            column.append(mesh.verts.new(Vector((math.sin(angle) * radius, -math.cos(angle) * radius, z)) * MM))
        columns.append(column)
    for a, b in zip(columns, columns[1:]):
        mesh.faces.new([a[0], b[0], b[1], a[1]])
    return new_object(name, mesh, material)
