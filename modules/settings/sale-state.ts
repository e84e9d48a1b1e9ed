import { notYetOpenText } from '#core/rules/limits.ts'
import { dayIn } from '#core/rules/times.ts'
import { neededToSell, type SettingKey, type Settings } from '#modules/settings/settings.ts'

/** The unset settings without which the shop does not sell, in the panel's order. */
export function missingToSell(settings: Settings): SettingKey[] {
	return neededToSell.filter((key) => settings[key] === null)
}

/** The customers' notice while orders are not accepted; undefined when they are. */
export function saleNotice(settings: Settings, now: Date): string | undefined {
	if (missingToSell(settings).length > 0) return notYetOpenText
	const closure = closureOf(settings, now)
	return closure && closureText(closure)
}

/** The owner's notice of a closed shop. `vuelta`: the day of its reopening, `YYYY-MM-DD`. */
interface Closure {
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
