import { type Failure, fail } from '#contract/failure.ts'
import { type GatewayMethod, isOffered, type MetodoPago } from '#domain/orders/metodo-pago.ts'
import { closureOf, closureText, missingToSell } from '#domain/settings/sale-state.ts'
import type { Settings } from '#domain/settings/settings.ts'
import { offeredGateways } from '#server/settings/shop-data.ts'

/** What decides whether the shop sells at all, and how one may pay. */
export interface SaleTerms {
	readonly settings: Settings
	/** The gateways that can be called. */
	readonly gateways: readonly GatewayMethod[]
	readonly now: Date
}

/**
 * Why nobody may order now: `tienda_incompleta` while the owner has not said what the law wants told before a sale,
 * `tienda_cerrada` with the owner's words while the shop is closed; undefined when one may.
 */
export function refuseSale({ settings, now }: Omit<SaleTerms, 'gateways'>): Failure | undefined {
	if (missingToSell(settings).length > 0) return fail('tienda_incompleta')
	const closure = closureOf(settings, now)
	return closure && fail('tienda_cerrada', { text: closureText(closure), extra: { vuelta: closure.vuelta } })
}

/** Refuses with `metodo_no_disponible` a way to pay that the owner does not offer. */
export function refuseMethod(metodo: MetodoPago, { settings, gateways }: Omit<SaleTerms, 'now'>): Failure | undefined {
	const offered = { gateways: offeredGateways(settings, gateways), efectivo: settings.pago_efectivo }
	return isOffered(metodo, offered) ? undefined : fail('metodo_no_disponible')
}
