import { isRecord } from '#core/rules/values.ts'
import { readCart } from '#modules/cart/cart.ts'
import type { Estado } from '#modules/orders/estado.ts'
import type { TransferState } from '#modules/orders/web/own-order.ts'

/** Optional fields of the state. */
const otherFields = { nro_orden: undefined, despacho: 0, descuento: 0, isExpired: false, comprobante_rechazado: null }

/** Reads the navigation state of the transfer page; undefined unless it has order, total and cart. */
export function readTransferState(state: unknown): TransferState | undefined {
	if (!isRecord(state)) return undefined
	const { orden_id, total } = state
	const carrito = readCart(state.carrito)
	if (typeof orden_id !== 'string' || orden_id === '' || carrito.length === 0) return undefined
	return typeof total === 'number' ? { ...otherFields, ...state, orden_id, total, carrito } : undefined
}

/** Stage of a transfer, which selects the page's texts and parts. */
export type TransferStage = 'abierta' | 'vencida' | 'en_revision' | 'pagada' | 'cancelada'

const stages: Readonly<Record<Estado, TransferStage>> = {
	pendiente: 'abierta',
	fallida: 'vencida',
	en_revision: 'en_revision',
	pagada: 'pagada',
	completado: 'pagada',
	cancelado: 'cancelada',
}

/** Returns the stage for the order's state; before it is known, for its initial time limit. */
export function transferStage(estado: Estado | undefined, wasExpired: boolean): TransferStage {
	if (estado === undefined) return wasExpired ? 'vencida' : 'abierta'
	return stages[estado]
}
