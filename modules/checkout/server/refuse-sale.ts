import { type Failure, fail } from '#core/contract/failure.ts'
import { type GatewayMethod, isOffered, type MetodoPago } from '#core/rules/payment-methods.ts'
import { closureOf, closureText } from '#modules/settings/closure.ts'
import { missingToSell } from '#modules/settings/sale-state.ts'
import type { Settings } from '#modules/settings/settings.ts'
import { offeredGateways } from '#modules/settings/shop-data.ts'

/** The data that decides whether the shop sells, and which payment methods it offers. */
export interface SaleTerms {
	readonly settings: Settings
	/** The gateways with credentials. */
	readonly gateways: readonly GatewayMethod[]
	readonly now: Date
}

/**
 * Fails with `tienda_incompleta` while legally required information is missing, and with `tienda_cerrada` and the
 * owner's message while the shop is closed; undefined when orders are accepted.
 */
export function refuseSale({ settings, now }: Omit<SaleTerms, 'gateways'>): Failure | undefined {
	if (missingToSell(settings).length > 0) return fail('tienda_incompleta')
	const closure = closureOf(settings, now)
	return closure && fail('tienda_cerrada', { text: closureText(closure), extra: { vuelta: closure.vuelta } })
}

/** Fails with `metodo_no_disponible` for a payment method that the owner does not offer. */
export function refuseMethod(metodo: MetodoPago, { settings, gateways }: Omit<SaleTerms, 'now'>): Failure | undefined {
	const offered = { gateways: offeredGateways(settings, gateways), efectivo: settings.pago_efectivo }
	return isOffered(metodo, offered) ? undefined : fail('metodo_no_disponible')
}
