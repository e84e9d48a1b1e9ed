import { isRecord } from '#core/rules/is-record.ts'
import { type GatewayMethod, isGatewayMethod } from '#core/rules/payment-methods.ts'
import { readText, writeText } from '#core/web/ui/browser-storage.ts'
import { unpaidKey } from '#modules/checkout/web/unpaid-key.ts'

/** An order that left this browser for its gateway's page. The payment may return in another browser. */
export interface UnpaidOrder {
	readonly orden_id: string
	readonly metodo: GatewayMethod
	/** Time of leaving for the gateway, ms since 1970. */
	readonly since: number
}

/** A failed order can be paid that long; a gateway decides sooner. */
const longestMs = 7 * 86_400_000
const remembered = 5

function isUnpaidOrder(value: unknown): value is UnpaidOrder {
	if (!isRecord(value) || typeof value.orden_id !== 'string' || typeof value.since !== 'number') return false
	return typeof value.metodo === 'string' && isGatewayMethod(value.metodo) && Date.now() - value.since < longestMs
}

/** Returns the unsettled orders of this browser, the newest last. */
export function unpaidOrders(): readonly UnpaidOrder[] {
	try {
		const value: unknown = JSON.parse(readText(unpaidKey) ?? '[]')
		return Array.isArray(value) ? value.filter(isUnpaidOrder) : []
	} catch {
		return []
	}
}

const save = (orders: readonly UnpaidOrder[]) =>
	writeText(unpaidKey, orders.length > 0 ? JSON.stringify(orders.slice(-remembered)) : null)

export function rememberUnpaid(orden_id: string, metodo: GatewayMethod): void {
	const others = unpaidOrders().filter((order) => order.orden_id !== orden_id)
	save([...others, { orden_id, metodo, since: Date.now() }])
}

export function forgetUnpaid(orden_id: string): void {
	save(unpaidOrders().filter((order) => order.orden_id !== orden_id))
}
