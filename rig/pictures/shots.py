"""What each picture shows. A stage is a function of the bottle's colour and an extra turn in degrees."""

import random

import bpy

from bottle import FINISHES, build_bottle
from geometry import box
from materials import add_bump, mottle, principled
from props import (
    berry,
    berry_bowl,
    can,
    dumbbell,
    kettlebell,
    leaning_board,
    light_tube,
    measure,
    phone,
    tiled_wall,
    window_frame,
)
from stage import ambient, backdrop, camera, expose, key_light, softbox, studio_lights, sun

SEAMLESS = {"Blanco": "#e8e1d5", "Celeste": "#c3d9e8", "Negro": "#8f949a", "Rosado": "#e5c3c1"}


def hero_camera():
    camera((0, -1180, 300), (6, 0, 96), 168)


def stage_hero(color, turn):
    build_bottle(color, "shake", turn_degrees=14 + turn)
    studio_lights(FINISHES[color]["dark"])
    bounce = box("bounce", (600, 600, 1), (0, 0, -0.6), principled("bounce", "#ffffff", Roughness=1.0))
    bounce.visible_camera = bounce.visible_glossy = bounce.visible_transmission = False
    bpy.context.scene.render.film_transparent = True
    hero_camera()


def stage_hero_shadow(color, turn):
    """Only the shadow that the bottle throws on its table; laid under the hero when encoding."""
    root = build_bottle(color, "shake", turn_degrees=14 + turn)
    for part in root.children:
        part.visible_camera = False
    ambient("#ffffff", 0.24)
    key_light()
    floor = box("table", (4000, 4000, 1), (0, 0, -0.5), principled("table", "#ffffff", Roughness=1.0))
    floor.is_shadow_catcher = True
    bpy.context.scene.render.film_transparent = True
    hero_camera()


def furnish_kitchen():
    ambient("#d9e2f0", 0.62)
    sun((1.0, 0.62, -0.62), 4.6, "#ffdcb0")
    window_frame(-700, -470, 470, pane=(300, 280))
    softbox((-500, -500, 420), (0, 100, 80), (300, 300), 70, "#fff1de")
    tiled_wall(330, "#efe7d8")
    stone = mottle(principled("counter", "#ddd5c8", Roughness=0.28), "#cfc5b6", "#e6dfd3", 2.2, 8)
    box("counter", (4000, 1400, 40), (0, -340, -20), stone)
    leaning_board(-215, 296)
    berry_bowl((-120, 70), 1.15)


def scatter_berries():
    luck = random.Random(11)
    for x, y in ((-30, -70), (-8, -46), (-62, -88)):
        berry(x, y, 7, luck)


def stage_kitchen(color, turn):
    furnish_kitchen()
    scatter_berries()
    build_bottle(color, "shake", turn_degrees=10 + turn, at=(90, -20))
    camera((20, -900, 200), (12, 0, 92), 68, (90, -60, 100), 0.5)


def stage_kitchen_near(color, turn):
    furnish_kitchen()
    expose(-0.3)
    build_bottle(color, "shake", turn_degrees=-8 + turn, at=(20, -60))
    camera((-150, -640, 330), (-14, -20, 86), 78, (20, -100, 100), 0.6)


def furnish_gym():
    ambient("#aebccd", 0.16, (0.05, 0.12, 0.5))
    expose(0.45)
    softbox((-460, -420, 560), (60, 0, 90), (300, 300), 520, "#f3f5ff")
    softbox((430, 210, 220), (80, 0, 105), (110, 480), 190, "#ffcf9f")
    softbox((-330, 130, 200), (80, 0, 110), (110, 460), 120, "#d9e6ff")
    rubber = mottle(principled("mat", "#202224", Roughness=0.4), "#17191b", "#7d8791", 75, 1, (1, 1, 1), (0.63, 0.67))
    box("mat", (5000, 3000, 40), (0, 700, -20), add_bump(rubber, 60, 0.12, 0.004))
    wall = mottle(principled("concrete", "#46494d", Roughness=0.85), "#383b3f", "#53565b", 1.1, 8)
    box("wall", (6000, 20, 3000), (0, 1150, 1000), wall)
    light_tube(-190, 1080, 20, 1500, "#eaf2ff", wall)
    light_tube(330, 1080, 20, 1500, "#ffd09a", wall)


def stage_gym(color, turn):
    furnish_gym()
    dumbbell((-108, 80), 24)
    kettlebell((-330, 430))
    build_bottle(color, "shake", turn_degrees=10 + turn, at=(95, -20))
    camera((20, -980, 130), (8, 0, 92), 74, (95, -60, 100), 0.4)


def stage_gym_near(color, turn):
    furnish_gym()
    dumbbell((150, 90), -38)
    build_bottle(color, "shake", turn_degrees=-6 + turn, at=(-20, -40))
    camera((-120, -760, 90), (16, 0, 90), 84, (-20, -80, 100), 0.55)


def stage_spout(color, turn):
    backdrop(SEAMLESS[color])
    studio_lights(FINISHES[color]["dark"])
    build_bottle(color, None, open_degrees=108, turn_degrees=24 + turn)
    camera((-40, -560, 440), (0, 2, 181), 176, (0, -20, 185), 0.9)


def stage_usb(color, turn):
    backdrop(SEAMLESS[color])
    studio_lights(FINISHES[color]["dark"])
    softbox((300, -420, 160), (20, -20, 25), (160, 240), 40)
    build_bottle(color, "shake", turn_degrees=-44 + turn, cable=True)
    camera((60, -620, 130), (14, 0, 34), 200, (24, -33, 24), 1.6)


def stage_blade(color, turn):
    backdrop(SEAMLESS[color])
    studio_lights(FINISHES[color]["dark"])
    # Seen from above, the cup's wall shows the room, not the table, so the room is as bright.
    ambient("#dfecf6", 0.24, (0.6, 0.8, 1.0))
    expose(0.25)
    build_bottle(color, None, turn_degrees=18 + turn, lid=False)
    camera((-40, -120, 640), (0, 3, 62), 205, (0, -4, 62), 2.4)


def stage_size(color, turn):
    """Beside a can of 350 ml and a phone of 150 mm, with the bottle's measures."""
    backdrop(SEAMLESS[color])
    studio_lights(FINISHES[color]["dark"])
    build_bottle(color, "shake", turn_degrees=14 + turn, at=(-12, 0))
    can((-112, 18))
    phone((90, 6))
    measure((-12, -46), (92, 0), "9,2 cm", 214)
    measure((-70, -46), (0, 200), "20 cm", 0)
    camera((-8, -1200, 210), (-8, 0, 108), 143)


def stage_lineup(color, turn):
    backdrop("#d9d4cd", 900, 500)
    ambient("#ffffff", 0.28, (0.3, 0.5, 0.95))
    expose(0.2)
    softbox((-700, -500, 700), (0, 0, 60), (420, 420), 900)
    softbox((620, 260, 260), (0, 0, 100), (160, 460), 180)
    softbox((500, -800, 300), (0, 0, 100), (500, 400), 80)
    for index, each in enumerate(("Rosado", "Blanco", "Negro", "Celeste")):
        build_bottle(each, "shake", turn_degrees=12 + turn, at=(-174 + 116 * index, 40 if index % 2 else -30))
    camera((0, -1500, 290), (0, 0, 97), 104)


def stage_portrait(color, turn):
    backdrop(SEAMLESS[color])
    studio_lights(FINISHES[color]["dark"])
    build_bottle(color, "shake", turn_degrees=14 + turn)
    camera((-60, -1000, 240), (0, 0, 98), 150)


SHOTS = {
    "hero": {"size": (900, 1200), "stage": stage_hero},
    "hero-shadow": {"size": (450, 600), "stage": stage_hero_shadow},
    "kitchen": {"size": (1600, 1000), "stage": stage_kitchen},
    "kitchen-near": {"size": (640, 640), "stage": stage_kitchen_near},
    "gym": {"size": (1600, 1000), "stage": stage_gym},
    "gym-near": {"size": (640, 640), "stage": stage_gym_near},
    "spout": {"size": (900, 900), "stage": stage_spout},
    "usb": {"size": (900, 900), "stage": stage_usb},
    "blade": {"size": (900, 900), "stage": stage_blade},
    "size": {"size": (900, 900), "stage": stage_size},
    "lineup": {"size": (1200, 630), "stage": stage_lineup},
    "portrait": {"size": (480, 480), "stage": stage_portrait},
}
