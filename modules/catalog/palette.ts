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

export interface ColorThemes {
	readonly light: ColorTheme
	readonly dark: ColorTheme
}

const ink: Pick<ColorTheme, 'accent' | 'onAccent'> = { accent: palette.light.ink, onAccent: '#ffffff' }
const darkInk: Pick<ColorTheme, 'accent' | 'onAccent'> = { accent: palette.dark.ink, onAccent: palette.light.ink }

/** The themes of the four colours; the first one is the default. */
export const colorThemes: Readonly<Record<BuiltInColor, ColorThemes>> = {
	Blanco: {
		light: { ...ink, stageNear: '#ffffff', stageFar: '#e2ddd4' },
		dark: { ...darkInk, stageNear: '#6a655d', stageFar: '#282522' },
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
