export interface Palette {
	readonly land: string
	readonly block: string
	readonly road: string
	readonly motorway: string
	readonly border: string
	readonly text: string
	readonly halo: string
	readonly marker: string
	readonly markerDot: string
}

const light: Palette = {
	land: '#f3f2ef',
	block: '#e9e7e2',
	road: '#fdfdfc',
	motorway: '#dcd6c8',
	border: '#c9c4b9',
	text: '#5f5b53',
	halo: '#f8f7f5',
	marker: '#16171a',
	markerDot: '#ffffff',
}
const dark: Palette = {
	land: '#1b1c1f',
	block: '#26282c',
	road: '#3a3d43',
	motorway: '#4a4a45',
	border: '#45474d',
	text: '#a9a7a1',
	halo: '#1b1c1f',
	marker: '#f4f3f0',
	markerDot: '#16171a',
}

export const paletteOf = ({ dark: isDark }: { readonly dark: boolean }): Palette => (isDark ? dark : light)

export const font = 'font-family="system-ui,-apple-system,Segoe UI,Roboto,sans-serif"'
