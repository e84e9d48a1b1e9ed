/** The pickup place within a sentence: `metro Baquedano`, whether or not the setting begins with 'Metro'. */
export function pickupPlace(estacion: string): string {
	const name = estacion.replace(/^(estación\s+)?(metro\s+)?/i, '').trim()
	return name === '' ? 'metro' : `metro ${name}`
}
