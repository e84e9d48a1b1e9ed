import { formatClp } from '#core/rules/money.ts'
import { formatDay } from '#core/web/ui/format-date.ts'
import type { Estado } from '#modules/orders/estado.ts'
import type { Dinero } from '#modules/orders/order-money.ts'

type BadgeTone = 'info' | 'warn' | 'danger'

export interface ShownMoney {
	readonly dinero: Dinero
	readonly devuelto: number
	readonly devuelto_por_banco: number
	readonly por_devolver: number
	readonly estado?: Estado
}

/** The badge of an order's money; undefined where the order's own state says it: it is paid, or it is not. */
export function moneyBadge({
	dinero,
	devuelto,
	devuelto_por_banco,
	por_devolver,
	estado,
}: ShownMoney): { text: string; tone: BadgeTone } | undefined {
	if (dinero === 'sin_pago' && estado === 'completado') return { text: 'Sin pagar', tone: 'warn' }
	if (dinero === 'por_devolver')
		return por_devolver > 0
			? { text: `Por devolver ${formatClp(por_devolver)}`, tone: 'danger' }
			: { text: 'Devolución en curso', tone: 'warn' }
	if (dinero.startsWith('devuelta') && devuelto_por_banco > 0 && devuelto === 0)
		return { text: 'Disputa perdida', tone: 'danger' }
	if (dinero === 'devuelta') return { text: 'Devuelta', tone: 'info' }
	if (dinero === 'devuelta_en_parte') return { text: 'Devuelta en parte', tone: 'info' }
	if (dinero === 'en_disputa') return { text: 'En disputa', tone: 'danger' }
	return por_devolver > 0 ? { text: `Por devolver ${formatClp(por_devolver)}`, tone: 'danger' } : undefined
}

/** What went back of an order's money, by the shop and by a lost dispute; empty for nothing. */
export function givenBackText({ devuelto, devuelto_por_banco }: ShownMoney): string {
	const parts = [
		devuelto > 0 && `devuelto ${formatClp(devuelto)}`,
		devuelto_por_banco > 0 && `perdido en disputa ${formatClp(devuelto_por_banco)}`,
	]
	return parts.filter(Boolean).join(' · ')
}

/** Why the delivery of an order is stopped, as staff and couriers read it. */
export function stoppedText(dinero: Dinero): string {
	if (dinero === 'devuelta') return 'El dinero de esta orden ya volvió al cliente.'
	if (dinero === 'por_devolver') return 'El dinero de esta orden se está devolviendo.'
	if (dinero === 'en_disputa') return 'Alguien discute el pago de esta orden.'
	return 'Mira por qué en el caso de la orden.'
}

/** What a courier reads at a stop whose order is not to be delivered any more, with the reason. */
export function calledOffText({ dinero, orden_estado }: { dinero: Dinero; orden_estado: Estado }): string {
	const why = orden_estado === 'cancelado' ? 'La orden se canceló.' : stoppedText(dinero)
	return `Esta orden ya no se entrega: no la dejes. ${why}`
}

/** How much is owed to a customer, and how many days are left for it. Days as `AAAA-MM-DD`. */
export function owedText(pesos: number, until: string, today: string): string {
	const left = Math.round((Date.parse(until) - Date.parse(today)) / 86_400_000)
	const days =
		left < 0 ? 'el plazo pasó' : left === 0 ? 'es el último día' : left === 1 ? 'queda 1 día' : `quedan ${left} días`
	return `Faltan ${formatClp(pesos)} por devolver, a más tardar el ${formatDay(until)}: ${days}.`
}
