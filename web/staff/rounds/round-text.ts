import { shopZone as timeZone } from '#domain/shop-zone.ts'

const hour = new Intl.DateTimeFormat('es-CL', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })

/** An hour in Santiago: `15:20`. */
export const hourText = (iso: string): string => hour.format(new Date(iso))

/** Driving and stops as people say it: `1 h 25 min`. */
export function durationText(seconds: number): string {
	const minutes = Math.round(seconds / 60)
	return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}

/** What is packed: `2 Negro, 1 Rosado`. */
export const unitsText = (units: readonly { color: string; cantidad: number }[]): string =>
	units.map(({ color, cantidad }) => `${cantidad} ${color}`).join(', ')
