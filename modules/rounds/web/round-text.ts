/** Formats a duration in seconds: `1 h 25 min`. */
export function durationText(seconds: number): string {
	const minutes = Math.round(seconds / 60)
	return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** Formats the packed units: `2 Negro, 1 Rosado`. */
export const unitsText = (units: readonly { color: string; cantidad: number }[]): string =>
	units.map(({ color, cantidad }) => `${cantidad} ${color}`).join(', ')
