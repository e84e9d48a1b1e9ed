import { dayIn } from '#core/rules/calendar-days.ts'
import { formatClp } from '#core/rules/money.ts'
import { formatHour, formatMoment } from '#core/web/ui/format-date.ts'
import {
	type EstadoEntrega,
	estadoEntregaText,
	isOpenStop,
	motivoNoEntregaText,
} from '#modules/rounds/delivery-state.ts'
import type { Delivery } from '#modules/rounds/order-shapes.ts'

const tones: Readonly<Record<EstadoEntrega, 'info' | 'ok' | 'warn'>> = {
	por_preparar: 'info',
	en_ruta: 'info',
	entregada: 'ok',
	no_entregada: 'warn',
}

/** Returns the badge tone of a delivery state. */
export const entregaTone = (estado: EstadoEntrega) => tones[estado]

/** Formats the promised time range without its day: `15:20–16:20`. */
export const hoursText = ({ desde, hasta }: Pick<Delivery, 'desde' | 'hasta'>): string =>
	`${formatHour(desde)}–${formatHour(hasta)}`

/** Formats the time of the visit, with its day when it differs from the promised day. */
export function visitTimeText({ desde, hecha_at }: Pick<Delivery, 'desde' | 'hecha_at'>): string {
	if (hecha_at === null) return '-'
	return dayIn(new Date(hecha_at)) === dayIn(new Date(desde)) ? formatHour(hecha_at) : formatMoment(hecha_at)
}

/** Formats the promised time range with its day: `25 nov 2026, 15:20–16:20`. */
export const windowText = ({ desde, hasta }: Pick<Delivery, 'desde' | 'hasta'>): string =>
	`${formatMoment(desde)}–${formatHour(hasta)}`

/** Returns the state's name. A stop whose order was cancelled before the visit is not a failed attempt. */
export function deliveryStateText({ estado, motivo, orden_estado }: DeliveryFacts): string {
	const isCancelled = motivo === 'cancelada' || (isOpenStop(estado) && orden_estado === 'cancelado')
	return isCancelled ? motivoNoEntregaText.cancelada : estadoEntregaText[estado]
}
export type DeliveryFacts = Pick<Delivery, 'estado' | 'motivo' | 'orden_estado'>

/** Returns the punctuality; undefined for an open or failed stop that is not late. */
export function punctualityText({
	estado,
	atrasada,
	adelantada,
}: Pick<Delivery, 'estado' | 'atrasada' | 'adelantada'>): string | undefined {
	if (adelantada) return 'Antes'
	if (atrasada) return isOpenStop(estado) ? 'Va tarde' : 'Tarde'
	return estado === 'entregada' ? 'A tiempo' : undefined
}

/** Returns the recipient, or the reason and note of a failed attempt. */
export function outcomeText({ recibe, motivo, nota }: Pick<Delivery, 'recibe' | 'motivo' | 'nota'>): string {
	return [recibe && `Recibe ${recibe}`, motivo && motivo !== 'cancelada' && motivoNoEntregaText[motivo], nota]
		.filter(Boolean)
		.join(' · ')
}

/** Returns the collected cash and change, or an empty string. */
export function cashText({ cobrado, vuelto }: Pick<Delivery, 'cobrado' | 'vuelto'>): string {
	if (cobrado === null) return ''
	return vuelto ? `${formatClp(cobrado)} (vuelto ${formatClp(vuelto)})` : formatClp(cobrado)
}
