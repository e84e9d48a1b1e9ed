import { isMember } from '#core/rules/is-member.ts'
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
