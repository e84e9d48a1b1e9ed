import { readCart } from '#domain/cart/cart.ts'
import { isRecord } from '#domain/is-record.ts'
import type { TransferState } from '#web/orders/order-outcome.ts'

/** The fields of the state that the page can do without. */
const otherFields = { nro_orden: undefined, despacho: 0, descuento: 0, isExpired: false, comprobante_rechazado: null }

/** Reads the transfer page's navigation state, which the browser keeps; undefined when it lacks the order, its total or its cart. */
export function readTransferState(state: unknown): TransferState | undefined {
	if (!isRecord(state)) return undefined
	const { orden_id, total } = state
	const carrito = readCart(state.carrito)
	if (typeof orden_id !== 'string' || orden_id === '' || carrito.length === 0) return undefined
	return typeof total === 'number' ? { ...otherFields, ...state, orden_id, total, carrito } : undefined
}
