import type { Delivery } from '#contract/staff/deliveries.ts'
import { dayIn } from '#domain/calendar-days.ts'
import { formatClp } from '#domain/money.ts'
import {
	type EstadoEntrega,
	estadoEntregaText,
	isOpenStop,
	motivoNoEntregaText,
} from '#domain/rounds/delivery-state.ts'
import { formatHour, formatMoment } from '#web/ui/format-date.ts'

const tones: Readonly<Record<EstadoEntrega, 'info' | 'ok' | 'warn'>> = {
	por_preparar: 'info',
	en_ruta: 'info',
	entregada: 'ok',
	no_entregada: 'warn',
}

/** The colour that underlines the name of a delivery's state. */
export const entregaTone = (estado: EstadoEntrega) => tones[estado]

/** The hour that a customer was told, without its day: `15:20–16:20`. */
export const hoursText = ({ desde, hasta }: Pick<Delivery, 'desde' | 'hasta'>): string =>
	`${formatHour(desde)}–${formatHour(hasta)}`

/** When somebody was at the door: the hour, with its day where that is not the one that the customer was told. */
export function doorText({ desde, hecha_at }: Pick<Delivery, 'desde' | 'hecha_at'>): string {
	if (hecha_at === null) return '-'
	return dayIn(new Date(hecha_at)) === dayIn(new Date(desde)) ? formatHour(hecha_at) : formatMoment(hecha_at)
}

/** The hour that a customer was told: `25 nov 2026, 15:20–16:20`. */
export const windowText = ({ desde, hasta }: Pick<Delivery, 'desde' | 'hasta'>): string =>
	`${formatMoment(desde)}–${formatHour(hasta)}`

/** How a delivery stands, in a word: one whose order was cancelled before the car came is no failed try. */
export function deliveryStateText({ estado, motivo, orden_estado }: DeliveryFacts): string {
	const isCancelled = motivo === 'cancelada' || (isOpenStop(estado) && orden_estado === 'cancelado')
	return isCancelled ? motivoNoEntregaText.cancelada : estadoEntregaText[estado]
}
export type DeliveryFacts = Pick<Delivery, 'estado' | 'motivo' | 'orden_estado'>

/** Whether it was on time; undefined while nobody can tell. */
export function punctualityText({
	estado,
	atrasada,
	adelantada,
}: Pick<Delivery, 'estado' | 'atrasada' | 'adelantada'>): string | undefined {
	if (adelantada) return 'Antes'
	if (atrasada) return isOpenStop(estado) ? 'Va tarde' : 'Tarde'
	return estado === 'entregada' ? 'A tiempo' : undefined
}

/** Who took it, or why nobody did. */
export function outcomeText({ recibe, motivo, nota }: Pick<Delivery, 'recibe' | 'motivo' | 'nota'>): string {
	return [recibe && `Recibe ${recibe}`, motivo && motivo !== 'cancelada' && motivoNoEntregaText[motivo], nota]
		.filter(Boolean)
		.join(' · ')
}

/** What was collected at the door; empty where nothing was. */
export function cashText({ cobrado, vuelto }: Pick<Delivery, 'cobrado' | 'vuelto'>): string {
	if (cobrado === null) return ''
	return vuelto ? `${formatClp(cobrado)} (vuelto ${formatClp(vuelto)})` : formatClp(cobrado)
}
