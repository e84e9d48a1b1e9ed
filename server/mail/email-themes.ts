import type { Color } from '#domain/catalog/colors.ts'

/** The colours of one mail, in light and in dark: those of the shop's pages when that bottle is chosen. */
export interface EmailTheme {
	readonly accent: string
	readonly onAccent: string
	readonly stageNear: string
	readonly stageFar: string
	readonly dark: Omit<EmailTheme, 'dark'>
}

const darkInk = { accent: '#f3f2ef', onAccent: '#16181b' }

const blanco: EmailTheme = {
	accent: '#16181b',
	onAccent: '#ffffff',
	stageNear: '#ffffff',
	stageFar: '#e2ddd4',
	dark: { ...darkInk, stageNear: '#6a655d', stageFar: '#282522' },
}

const moods: Readonly<Record<Color, EmailTheme>> = {
	Blanco: blanco,
	Negro: {
		...blanco,
		stageNear: '#5b6068',
		stageFar: '#202327',
		dark: { ...darkInk, stageNear: '#43474d', stageFar: '#0b0c0e' },
	},
	Celeste: {
		accent: '#0a587f',
		onAccent: '#ffffff',
		stageNear: '#f0f8fc',
		stageFar: '#a6d0e8',
		dark: { accent: '#8fcdee', onAccent: '#052233', stageNear: '#3d7591', stageFar: '#0d2633' },
	},
	Rosado: {
		accent: '#9b2547',
		onAccent: '#ffffff',
		stageNear: '#fdf2f2',
		stageFar: '#eeb5be',
		dark: { accent: '#f5acba', onAccent: '#360a12', stageNear: '#8b4a57', stageFar: '#301319' },
	},
}

/** The only bottle shown gives the mood; none or several leave the mail in ink. */
export function emailThemeOf(colors: readonly Color[]): EmailTheme {
	const [color] = colors
	return colors.length === 1 && color ? moods[color] : blanco
}
