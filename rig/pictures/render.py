"""Renders one shot: blender -b -P render.py -- --shot hero --color Negro --samples 160 --percent 100 --out hero"""

import argparse
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import bpy  # noqa: E402

from film import FRAMES, stage_film  # noqa: E402
from shots import SHOTS  # noqa: E402


def read_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shot", default="hero", choices=sorted(SHOTS))
    parser.add_argument("--color", default="Negro")
    parser.add_argument("--samples", type=int, default=160)
    parser.add_argument("--percent", type=int, default=100, help="share of the shot's full size")
    parser.add_argument("--turn", type=float, default=0, help="extra turn of the bottle, in degrees")
    parser.add_argument("--frames", type=int, default=1, help="more than one: a full turn in that many pictures, OUT-000 and so on")
    parser.add_argument("--film", help="the film's pictures from:to, as OUT-000 and so on")
    parser.add_argument("--out", required=True)
    return parser.parse_args(sys.argv[sys.argv.index("--") + 1 :])


def set_up_cycles(samples, percent, size):
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = math.ceil(samples / 2)
    scene.cycles.use_adaptive_sampling = True
    scene.cycles.adaptive_threshold = 0.02
    scene.cycles.adaptive_min_samples = 12
    scene.cycles.use_denoising = False
    scene.cycles.sample_clamp_indirect = 2.5
    scene.cycles.caustics_reflective = False
    scene.cycles.caustics_refractive = False
    scene.cycles.blur_glossy = 0.6
    scene.cycles.max_bounces = 20
    scene.cycles.transmission_bounces = 16
    scene.cycles.transparent_max_bounces = 12
    scene.cycles.diffuse_bounces = 2
    scene.cycles.glossy_bounces = 16
    scene.cycles.film_transparent_glass = True
    scene.cycles.filter_width = 1.4
    scene.render.resolution_x, scene.render.resolution_y = size
    scene.render.resolution_percentage = percent
    scene.cycles.sample_clamp_direct = 6
    image = scene.render.image_settings
    image.file_format, image.color_mode = "OPEN_EXR_MULTILAYER", "RGBA"
    image.color_depth, image.exr_codec = "32", "NONE"
    # Albedo, normal and distance, by which develop.ts distinguishes edges from noise.
    bpy.context.view_layer.cycles.denoising_store_passes = True


def render_to(path):
    """Traces the picture twice with different chance, PATH.0.exr and PATH.1.exr: what differs between the two is grain."""
    for half in (0, 1):
        bpy.context.scene.cycles.seed += 1
        bpy.context.scene.render.filepath = os.path.abspath(f"{path}.{half}.exr")
        bpy.ops.render.render(write_still=True)


def render_film(wanted):
    first, last = (int(part) for part in wanted.film.split(":"))
    for frame in range(first, min(last, FRAMES)):
        bpy.ops.wm.read_factory_settings(use_empty=True)
        set_up_cycles(wanted.samples, wanted.percent, (480, 600))
        stage_film(wanted.color, frame)
        render_to(f"{wanted.out}-{frame:03d}")


def main():
    wanted = read_arguments()
    if wanted.film:
        render_film(wanted)
        return
    bpy.ops.wm.read_factory_settings(use_empty=True)
    shot = SHOTS[wanted.shot]
    set_up_cycles(wanted.samples, wanted.percent, shot["size"])
    shot["stage"](wanted.color, wanted.turn)
    if wanted.frames == 1:
        render_to(wanted.out)
        return
    bottle = bpy.data.objects["bottle " + wanted.color]
    start = bottle.rotation_euler.z
    for frame in range(wanted.frames):
        bottle.rotation_euler.z = start + 2 * math.pi * frame / wanted.frames
        render_to(f"{wanted.out}-{frame:03d}")


main()
