import type { BuiltInColor } from '#modules/catalog/colors.ts'

/**
 * The backgrounds and text colours of pages and mails. The stylesheet has the same values (core/web/ui/tokens.css), checked
 * by a test. Only `line` differs, which is solid here: mail programs do not blend.
 */
export const palette = {
	light: { paper: '#fbfaf7', ink: '#16181b', muted: '#5b6066', line: '#dfded9' },
	dark: { paper: '#101214', ink: '#f3f2ef', muted: '#a8adb3', line: '#33373b' },
} as const

export const firstSwatch = '#2e7d5b'

export interface ColorTheme {
	readonly accent: string
	readonly onAccent: string
	readonly stageNear: string
	readonly stageFar: string
}

export type ColorThemes = Readonly<Record<'light' | 'dark', ColorTheme>>

const ink: Pick<ColorTheme, 'accent' | 'onAccent'> = { accent: palette.light.ink, onAccent: '#ffffff' }
const darkInk: Pick<ColorTheme, 'accent' | 'onAccent'> = { accent: palette.dark.ink, onAccent: palette.light.ink }

export const colorThemes: Readonly<Record<BuiltInColor, ColorThemes>> = {
	Blanco: {
		light: { ...ink, stageNear: '#ffffff', stageFar: '#e2ddd4' },
		dark: { ...darkInk, stageNear: '#626b76', stageFar: '#20252b' },
	},
	Celeste: {
		light: { accent: '#0a587f', onAccent: '#ffffff', stageNear: '#f0f8fc', stageFar: '#a6d0e8' },
		dark: { accent: '#8fcdee', onAccent: '#052233', stageNear: '#3d7591', stageFar: '#0d2633' },
	},
	Negro: {
		light: { ...ink, stageNear: '#5b6068', stageFar: '#202327' },
		dark: { ...darkInk, stageNear: '#43474d', stageFar: '#0b0c0e' },
	},
	Rosado: {
		light: { accent: '#9b2547', onAccent: '#ffffff', stageNear: '#fdf2f2', stageFar: '#eeb5be' },
		dark: { accent: '#f5acba', onAccent: '#360a12', stageNear: '#8b4a57', stageFar: '#301319' },
	},
}

/** A colour's theme of a page: accent, hero background and its text, as `#rrggbb`. */
export interface SwatchTheme extends ColorTheme {
	readonly onStage: string
	readonly onStageMuted: string
	readonly stageAccent: string
	readonly onStageAccent: string
}

/** Hue in degrees, saturation and lightness from 0 to 1. */
interface Hsl {
	readonly hue: number
	readonly saturation: number
	readonly lightness: number
}

const channelsOf = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)

function hslOf(hex: string): Hsl {
	const [red = 0, green = 0, blue = 0] = channelsOf(hex)
	const [high, low] = [Math.max(red, green, blue), Math.min(red, green, blue)]
	const [lightness, range] = [(high + low) / 2, high - low]
	if (range === 0) return { hue: 0, saturation: 0, lightness }
	const saturation = range / (1 - Math.abs(2 * lightness - 1))
	if (high === red) return { hue: (((green - blue) / range + 6) % 6) * 60, saturation, lightness }
	return { hue: (high === green ? (blue - red) / range + 2 : (red - green) / range + 4) * 60, saturation, lightness }
}

function hexOf({ hue, saturation, lightness }: Hsl): string {
	const reach = saturation * Math.min(lightness, 1 - lightness)
	const channel = (offset: number) => {
		const place = (offset + hue / 30) % 12
		const value = lightness - reach * Math.max(-1, Math.min(place - 3, 9 - place, 1))
		return Math.round(value * 255)
			.toString(16)
			.padStart(2, '0')
	}
	return `#${channel(0)}${channel(8)}${channel(4)}`
}

function luminance(hex: string): number {
	const [red = 0, green = 0, blue = 0] = channelsOf(hex).map((value) =>
		value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
	)
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two colours (`#rrggbb`) as WCAG 2.2 defines it, 1 to 21. */
export function contrast(one: string, another: string): number {
	const [dark = 0, light = 0] = [luminance(one), luminance(another)].sort((a, b) => a - b)
	return (light + 0.05) / (dark + 0.05)
}

/** The background of a shade, and the required contrast. */
interface Legibility {
	readonly from: readonly string[]
	readonly by: number
}

/** The nearest legible shade of a colour, darker or lighter. */
function shade(color: Hsl, towards: 'dark' | 'light', { from, by }: Legibility): string {
	const step = towards === 'dark' ? -0.01 : 0.01
	for (let { lightness } = color; lightness > 0 && lightness < 1; lightness += step) {
		const hex = hexOf({ ...color, lightness })
		if (from.every((ground) => contrast(hex, ground) >= by)) return hex
	}
	return towards === 'dark' ? '#000000' : '#ffffff'
}

/** The theme of a swatch (`#rrggbb`). Text has a contrast of at least 4.5 (WCAG 2.2 AA). */
export function swatchTheme(swatch: string, scheme: 'light' | 'dark'): SwatchTheme {
	const base = hslOf(swatch)
	const soft = (saturation: number, lightness: number) => hexOf({ ...base, saturation, lightness })
	const tint = Math.min(base.saturation, 0.7)
	const letters = { ...base, saturation: Math.min(base.saturation, 0.65) }
	const darker = (lightness: number, than: Legibility) => shade({ ...letters, lightness }, 'dark', than)
	const lighter = (lightness: number, than: Legibility) => shade({ ...letters, lightness }, 'light', than)
	if (scheme === 'light') {
		const [stageNear, stageFar] = [soft(tint * 0.8, 0.96), soft(tint * 0.75, 0.8)]
		const grounds = [stageNear, stageFar]
		return {
			accent: darker(0.4, { from: [palette.light.paper, '#ffffff'], by: 4.5 }),
			onAccent: '#ffffff',
			stageNear,
			stageFar,
			onStage: darker(0.14, { from: grounds, by: 7 }),
			onStageMuted: darker(0.26, { from: grounds, by: 4.6 }),
			stageAccent: darker(0.3, { from: [...grounds, '#ffffff'], by: 4.5 }),
			onStageAccent: '#ffffff',
		}
	}
	const [stageNear, stageFar] = [soft(tint * 0.5, 0.3), soft(tint * 0.55, 0.1)]
	const grounds = [stageNear, stageFar]
	const night = soft(letters.saturation, 0.08)
	return {
		accent: lighter(0.72, { from: [palette.dark.paper, night], by: 4.5 }),
		onAccent: night,
		stageNear,
		stageFar,
		onStage: lighter(0.95, { from: grounds, by: 7 }),
		onStageMuted: lighter(0.8, { from: grounds, by: 4.6 }),
		stageAccent: lighter(0.8, { from: [...grounds, night], by: 4.5 }),
		onStageAccent: night,
	}
}
