import type { MetodoPago } from '#core/rules/payment-methods.ts'
import { isMember } from '#core/rules/values.ts'

export const estados = ['pendiente', 'en_revision', 'pagada', 'completado', 'fallida', 'cancelado'] as const
export type Estado = (typeof estados)[number]

/** Whether an untrusted value is a state of an order. */
export function isEstado(value: unknown): value is Estado {
	return isMember(estados, value)
}

/** Whether an order in this state reserves its units. They return to stock when it leaves these states. */
export const reservesStock: Readonly<Record<Estado, boolean>> = {
	pendiente: true,
	en_revision: true,
	pagada: true,
	completado: true,
	fallida: false,
	cancelado: false,
}

/** Whether an order in this state waits for a payment; otherwise no provider's report changes its payment. */
export const awaitsPayment: Readonly<Record<Estado, boolean>> = {
	pendiente: true,
	en_revision: true,
	pagada: false,
	completado: false,
	fallida: true,
	cancelado: true,
}

/** Whether an order in this state waits for its customer: its payment is missing or failed. */
export function waitsForCustomer(estado: Estado): boolean {
	return estado === 'pendiente' || estado === 'fallida'
}

/** States whose display text has an accent that the name lacks. */
const written: Readonly<Record<string, string>> = { en_revision: 'En Revisión' }

/**
 * A state for display: underscores become spaces and words are capitalised (`por_hacer` → `Por Hacer`). Missing:
 * `Pendiente`.
 */
export function estadoText(estado: string | null | undefined): string {
	const known = written[estado ?? '']
	if (known) return known
	return (estado || 'pendiente').replace(/_/g, ' ').replace(/(^|\s)\p{L}/gu, (letter) => letter.toUpperCase())
}

/** The badge's class in the staff panel: one underscore becomes a hyphen. */
export function estadoBadge(estado: string | null | undefined): string {
	return (estado || 'pendiente').replace('_', '-')
}

/** A state for customers: three have a label or a colour of their own, any other is shown as it is. */
export function customerEstado(estado: string): { label: string; color: 'amarillo' | 'verde' | 'rojo' | undefined } {
	if (estado === 'en_revision') return { label: estadoText(estado), color: 'amarillo' }
	if (estado === 'completado') return { label: estado, color: 'verde' }
	if (estado === 'cancelado') return { label: estado, color: 'rojo' }
	return { label: estado, color: undefined }
}

interface EstadoDates {
	readonly pagada_at: Date | null
	readonly expires_at: Date | null
}

/** The change of the day of payment: `set` unless it is set, `clear`, or `keep`. */
const pagada: Readonly<Record<Estado, 'set' | 'clear' | 'keep'>> = {
	pendiente: 'clear',
	en_revision: 'clear',
	pagada: 'set',
	completado: 'set',
	fallida: 'clear',
	// A cancelled paid order keeps its payment; its money is refunded.
	cancelado: 'keep',
}

/** The dates of an order in a state set by staff. Set back to waiting, it keeps its expiry and waits for staff. */
export function datesFor(estado: Estado, order: EstadoDates, now: Date): EstadoDates {
	const rule = pagada[estado]
	const pagada_at = rule === 'clear' ? null : rule === 'set' ? (order.pagada_at ?? now) : order.pagada_at
	const isOver = order.expires_at === null || order.expires_at <= now
	return { pagada_at, expires_at: estado === 'pendiente' && !isOver ? order.expires_at : null }
}

/** Whether an order is anonymized: it has no customer to pay, receive or read. */
export const isAnonymized = (order: { readonly email: string }) => order.email === ''

/** Whether an order is paid, or a cash order: from then on it needs work of staff. */
export const isSale = ({
	estado,
	metodo_pago,
}: {
	readonly estado: Estado
	readonly metodo_pago: MetodoPago
}): boolean => estado === 'pagada' || estado === 'completado' || (estado === 'pendiente' && metodo_pago === 'efectivo')
