import { dayIn } from '#core/rules/calendar-days.ts'
import type { Settings } from '#modules/settings/settings.ts'

/** The owner's notice of a closed shop. `vuelta`: the day of its reopening, `YYYY-MM-DD`. */
export interface Closure {
	readonly motivo: string | null
	readonly vuelta: string | null
}

/** Whether the shop is closed today, with its notice: until the day before its reopening. */
export function closureOf(settings: Settings, now: Date): Closure | undefined {
	const { tienda_cerrada, cierre_motivo: motivo, cierre_vuelta: vuelta } = settings
	if (!tienda_cerrada || (vuelta !== null && dayIn(now) >= vuelta)) return undefined
	return { motivo, vuelta }
}

const longDay = new Intl.DateTimeFormat('es-CL', { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' })

/** The customers' text of a closed shop, e.g. `Estamos de vacaciones. Volvemos el lunes 4 de enero.` */
export function closureText({ motivo, vuelta }: Closure): string {
	const reason = motivo === null ? 'Por unos días no recibimos pedidos.' : motivo.replace(/([^.!?…])$/, '$1.')
	return vuelta === null ? reason : `${reason} Volvemos el ${longDay.format(new Date(vuelta)).replace(',', '')}.`
}
