import { and, desc, eq } from 'drizzle-orm'
import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import { type GatewayMethod, isOffered, type MetodoPago } from '#core/rules/payment-methods.ts'
import { isPhone, phoneDigits } from '#core/rules/person-data.ts'
import type { Transaction } from '#core/server/db/database.ts'
import type { CurrentUser } from '#modules/accounts/server/guard.ts'
import { hasWebAddress } from '#modules/accounts/server/log-in.ts'
import { outOfStockText, unitsLeftText } from '#modules/cart/cart.ts'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import { normalizeCoupon } from '#modules/checkout/totals.ts'
import type { NotifyContext } from '#modules/context.ts'
import { deliveredAddress } from '#modules/delivery/address.ts'
import { isEmptyDireccion, resolveTipoEntrega, type TipoEntrega } from '#modules/delivery/delivery.ts'
import { unpricedHouse } from '#modules/delivery/house-number.ts'
import { type QuoteDeliveryDeps, quoteDelivery, readQuote } from '#modules/delivery/server/quote-delivery.ts'
import type { DeliveryQuote } from '#modules/delivery/shapes.ts'
import { outOfCoverageText } from '#modules/delivery/tariff.ts'
import type { Shortage } from '#modules/orders/server/reserve-stock.ts'
import type { ShopSettings } from '#modules/orders/server/shop-settings.ts'
import { ordenes, ordenLineas } from '#modules/orders/tables.ts'
import { closureOf, closureText, missingToSell } from '#modules/settings/sale-state.ts'
import type { Settings } from '#modules/settings/settings.ts'
import { offeredGateways } from '#modules/settings/shop-data.ts'

/** Destination and price of a delivery. */
interface OrderDelivery {
	readonly tipo_entrega: TipoEntrega
	readonly despacho: number
	readonly direccion: string
	readonly comuna: string
	/** Street, number and commune as the map names them; empty where the map found none. */
	readonly direccion_mapa: string
	readonly lat: number | null
	readonly lng: number | null
	readonly distancia_m: number | null
	readonly despacho_sin_medir: boolean
}

/** The validated parts of an order that do not depend on stock and prices. */
export interface CheckedOrder {
	readonly telefono: string
	readonly delivery: OrderDelivery
	/**
	 * The discount code of the request, trimmed and in upper case; the order's transaction decides whether it is
	 * valid.
	 */
	readonly cupon: string | null
}

/** Validates the parts of an order that are decided before its transaction: contact, what modules check, delivery. */
export async function checkOrder(
	deps: QuoteDeliveryDeps & Pick<NotifyContext, 'hooks'> & { settings: ShopSettings },
	request: PlaceOrderRequest,
): Promise<CheckedOrder | Failure> {
	const telefono = phoneDigits(request.telefono)
	if (!isPhone(telefono)) return fail('telefono_invalido')
	for (const refuse of deps.hooks.orderRequested) {
		const refusal = refuse(request)
		if (refusal) return refusal
	}
	const delivery = await chooseDelivery(deps, request)
	if (isFailure(delivery)) return delivery
	return { telefono, delivery, cupon: normalizeCoupon(request.cupon ?? '') || null }
}

/**
 * The quote of the delivery address: the one shown to the customer, unless the address has a house number that it
 * lacks. Such an address is quoted again, and another price changes the total.
 */
async function quoteOf(
	deps: QuoteDeliveryDeps,
	{ lugar_id, cotizacion }: PlaceOrderRequest,
	direccion: string,
): Promise<DeliveryQuote | Failure> {
	if (!lugar_id) return await quoteDelivery(deps, { direccion })
	const shown = cotizacion ? readQuote(deps, { lugar_id, cotizacion }) : undefined
	const quote = shown ?? (await quoteDelivery(deps, { lugar_id }))
	if (isFailure(quote) || quote.sin_medir) return quote
	const casa = unpricedHouse(direccion, quote)
	if (casa === undefined) return quote
	return await quoteDelivery(deps, quote.numero === null ? { lugar_id, casa } : { direccion })
}

async function chooseDelivery(
	deps: QuoteDeliveryDeps & { settings: ShopSettings },
	request: PlaceOrderRequest,
): Promise<OrderDelivery | Failure> {
	const direccion = request.direccion ?? ''
	const tipo_entrega = resolveTipoEntrega(request.tipo_entrega, direccion)
	if (tipo_entrega === 'retiro') {
		return {
			tipo_entrega,
			despacho: 0,
			direccion: '',
			comuna: '',
			direccion_mapa: '',
			lat: null,
			lng: null,
			distancia_m: null,
			despacho_sin_medir: false,
		}
	}
	if (isEmptyDireccion(direccion) && !request.lugar_id) return fail('direccion_requerida')
	if (hasWebAddress(direccion)) return fail('texto_con_enlace')
	const quote = await quoteOf(deps, request, direccion)
	if (isFailure(quote)) return quote
	if (quote.fuera_de_cobertura) return fail('fuera_de_cobertura', { text: outOfCoverageText(await deps.readTariff()) })
	if (request.metodo_pago === 'efectivo' && !quote.en_rm) return fail('solo_rm')
	return {
		tipo_entrega,
		despacho: quote.costo,
		direccion: deliveredAddress(direccion, quote.direccion),
		comuna: quote.comuna ?? '',
		// A quote without coordinates has only the typed address.
		direccion_mapa: quote.lat === null ? '' : quote.direccion,
		lat: quote.lat,
		lng: quote.lng,
		distancia_m: quote.distancia_m,
		despacho_sin_medir: quote.sin_medir,
	}
}

/**
 * Fails with `tienda_incompleta` while legally required information is missing, and with `tienda_cerrada` and the
 * owner's message while the shop is closed; undefined when orders are accepted.
 */
export function refuseSale(settings: Settings, now: Date): Failure | undefined {
	if (missingToSell(settings).length > 0) return fail('tienda_incompleta')
	const closure = closureOf(settings, now)
	return closure && fail('tienda_cerrada', { text: closureText(closure), extra: { vuelta: closure.vuelta } })
}

/** Fails with `metodo_no_disponible` for a payment method that the owner does not offer. `gateways`: those with credentials. */
export function refuseMethod(
	metodo: MetodoPago,
	settings: Settings,
	gateways: readonly GatewayMethod[],
): Failure | undefined {
	const offered = { gateways: offeredGateways(settings, gateways), efectivo: settings.pago_efectivo }
	return isOffered(metodo, offered) ? undefined : fail('metodo_no_disponible')
}

/** The failure for missing units of `color`; `hint` is one more sentence for the customer. */
export function outOfStock({ color, disponible }: Shortage, hint = ''): Failure {
	const text = disponible > 0 ? `${unitsLeftText(disponible)} en ${color}.` : outOfStockText(color)
	return fail('sin_stock', { text: `${text}${hint}`, extra: { color, disponible } })
}

/** Mentions that the customer's own unpaid order reserves units of the colour, as after a return from a gateway. */
export async function hintOfOwnOrder(tx: Transaction, usuario: CurrentUser, { color }: Shortage): Promise<string> {
	const [own] = await tx
		.select({ nro_orden: ordenes.nro_orden })
		.from(ordenes)
		.innerJoin(ordenLineas, eq(ordenLineas.orden_id, ordenes.id))
		.where(
			and(
				eq(ordenes.user, usuario.id),
				eq(ordenes.estado, 'pendiente'),
				eq(ordenes.stock_tomado, true),
				eq(ordenLineas.color, color),
			),
		)
		.orderBy(desc(ordenes.nro_orden))
		.limit(1)
	return own ? ` Tu orden N° ${own.nro_orden} tiene unidades reservadas: síguela en tus órdenes.` : ''
}
