/**
 * Where orders are picked up, as it stands in a sentence: `metro Baquedano`. The shop may have been told its station with the
 * word 'Metro' before it, or none at all.
 */
export function pickupPlace(estacion: string): string {
	const name = estacion.replace(/^(estación\s+)?(metro\s+)?/i, '').trim()
	return name === '' ? 'metro' : `metro ${name}`
}
