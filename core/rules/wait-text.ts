const minute = 60

/** A wait for display, from seconds: `30 segundos`, `un minuto`, `14 minutos`. Never less than it is. */
export function waitText(seconds: number): string {
	if (seconds < minute) return seconds <= 1 ? 'un segundo' : `${Math.ceil(seconds)} segundos`
	const minutes = Math.ceil(seconds / minute)
	return minutes === 1 ? 'un minuto' : `${minutes} minutos`
}
