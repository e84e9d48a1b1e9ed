import { type Failure, fail } from '#core/contract/failure.ts'
import { type GatewayMethod, isOffered, type MetodoPago } from '#core/rules/payment-methods.ts'
import { outOfStockText, unitsLeftText } from '#modules/cart/cart.ts'
import { closureOf, closureText, missingToSell } from '#modules/settings/sale-state.ts'
import type { Settings } from '#modules/settings/settings.ts'
import { offeredGateways } from '#modules/settings/shop-data.ts'

/**
 * Fails with `tienda_incompleta` while legally required information is missing, and with `tienda_cerrada` and the
 * owner's message while the shop is closed; undefined when orders are accepted.
 */
export function saleProblem(settings: Settings, now: Date): Failure | undefined {
	if (missingToSell(settings).length > 0) return fail('tienda_incompleta')
	const closure = closureOf(settings, now)
	return closure && fail('tienda_cerrada', { text: closureText(closure), extra: { vuelta: closure.vuelta } })
}

/** Fails with `metodo_no_disponible` for a payment method that the owner does not offer. `gateways`: those with credentials. */
export function methodProblem(
	metodo: MetodoPago,
	settings: Settings,
	gateways: readonly GatewayMethod[],
): Failure | undefined {
	const offered = { gateways: offeredGateways(settings, gateways), efectivo: settings.pago_efectivo }
	return isOffered(metodo, offered) ? undefined : fail('metodo_no_disponible')
}

/** The failure for missing units of `color`; `hint` is one more sentence for the customer. */
export function outOfStock({ color, disponible }: { color: string; disponible: number }, hint = ''): Failure {
	const text = disponible > 0 ? `${unitsLeftText(disponible)} en ${color}.` : outOfStockText(color)
	return fail('sin_stock', { text: `${text}${hint}`, extra: { color, disponible } })
}
