import { readCart } from '#domain/cart/cart.ts'
import { isRecord } from '#domain/is-record.ts'
import type { TransferState } from '#web/orders/order-outcome.ts'

const isAmount = (value: unknown): value is number =>
	typeof value === 'number' && Number.isSafeInteger(value) && value >= 0

/** Reads what the transfer page was given through navigation; undefined when it lacks the order, its total or its cart. */
export function readTransferState(state: unknown): TransferState | undefined {
	if (!isRecord(state)) return undefined
	const { orden_id, nro_orden, total, despacho, descuento, carrito, isExpired, comprobante_rechazado } = state
	if (typeof orden_id !== 'string' || orden_id === '') return undefined
	const lines = readCart(carrito)
	if (!isAmount(total) || lines.length === 0) return undefined
	return {
		orden_id,
		nro_orden: typeof nro_orden === 'number' && Number.isSafeInteger(nro_orden) ? nro_orden : undefined,
		total,
		despacho: isAmount(despacho) ? despacho : 0,
		descuento: isAmount(descuento) ? descuento : 0,
		carrito: lines,
		isExpired: isExpired === true,
		comprobante_rechazado: typeof comprobante_rechazado === 'string' ? comprobante_rechazado : null,
	}
}
