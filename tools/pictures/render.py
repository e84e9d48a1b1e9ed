"""Renders one shot: blender -b -P render.py -- --shot hero --color Negro --samples 160 --percent 100 --out hero.png"""

import argparse
import math
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import bpy  # noqa: E402

from shots import SHOTS  # noqa: E402


def read_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("--shot", required=True, choices=sorted(SHOTS))
    parser.add_argument("--color", default="Negro")
    parser.add_argument("--samples", type=int, default=160)
    parser.add_argument("--percent", type=int, default=100, help="share of the shot's full size")
    parser.add_argument("--turn", type=float, default=0, help="extra turn of the bottle, in degrees")
    parser.add_argument("--frames", type=int, default=1, help="more than one: a full turn in that many pictures, OUT-000.png and so on")
    parser.add_argument("--out", required=True)
    return parser.parse_args(sys.argv[sys.argv.index("--") + 1 :])


def set_up_cycles(samples, percent, size):
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.cycles.device = "CPU"
    scene.cycles.samples = samples
    scene.cycles.use_adaptive_sampling = True
    scene.cycles.adaptive_threshold = 0.015
    scene.cycles.use_denoising = False
    scene.cycles.sample_clamp_indirect = 2.5
    scene.cycles.caustics_reflective = False
    scene.cycles.caustics_refractive = False
    scene.cycles.blur_glossy = 0.6
    scene.cycles.max_bounces = 14
    scene.cycles.transmission_bounces = 12
    scene.cycles.transparent_max_bounces = 12
    scene.cycles.diffuse_bounces = 3
    scene.cycles.glossy_bounces = 4
    scene.cycles.film_transparent_glass = True
    scene.cycles.filter_width = 1.4
    scene.render.resolution_x, scene.render.resolution_y = size
    scene.render.resolution_percentage = percent
    scene.render.image_settings.file_format = "PNG"
    scene.render.image_settings.color_mode = "RGBA"
    scene.view_settings.view_transform = "Standard"


def render_to(path):
    bpy.context.scene.render.filepath = os.path.abspath(path)
    bpy.ops.render.render(write_still=True)


def main():
    wanted = read_arguments()
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
        bpy.context.scene.cycles.seed = frame
        render_to(f"{wanted.out}-{frame:03d}.png")


main()
