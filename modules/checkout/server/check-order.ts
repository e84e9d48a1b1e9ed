import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import { isPhone, phoneDigits } from '#core/rules/phone.ts'
import { hasWebAddress } from '#modules/accounts/server/web-address.ts'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import { normalizeCoupon } from '#modules/checkout/totals.ts'
import type { NotifyContext } from '#modules/context.ts'
import { deliveredAddress } from '#modules/delivery/delivered-address.ts'
import { isEmptyDireccion, resolveTipoEntrega, type TipoEntrega } from '#modules/delivery/delivery.ts'
import { unpricedHouse } from '#modules/delivery/house-number.ts'
import { type QuoteDeliveryDeps, quoteDelivery, readQuote } from '#modules/delivery/server/quote-delivery.ts'
import type { DeliveryQuote } from '#modules/delivery/shapes/quote-delivery.ts'
import { outOfCoverageText } from '#modules/delivery/tariff-text.ts'
import type { ShopSettings } from '#modules/orders/server/shop-settings.ts'

/** Destination and price of a delivery. */
export interface OrderDelivery {
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
