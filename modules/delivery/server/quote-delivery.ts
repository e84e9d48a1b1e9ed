import { failures, refuse } from '#core/contract/failure.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Log } from '#core/server/platform/log.ts'
import type { Signer } from '#core/server/platform/secrets.ts'
import { formatDireccion } from '#modules/delivery/delivery.ts'
import type { HouseReading } from '#modules/delivery/house-number.ts'
import { type MapsProvider, MapsUnavailable, type Place, type Suggestion } from '#modules/delivery/server/maps/maps.ts'
import { type DeliveryQuote, deliveryQuote, type QuoteDeliveryAnswer } from '#modules/delivery/shapes.ts'
import { priceDelivery, quoteMinutes, type Tariff } from '#modules/delivery/tariff.ts'

const lookupSeconds = 4
const purpose = 'cotizacion-despacho'

export interface QuoteDeliveryDeps {
	readonly maps: MapsProvider
	readonly readTariff: () => Promise<Tariff>
	readonly signer: Signer
	readonly clock: Clock
	readonly log: Pick<Log, 'warn'>
	/** The provider's time for all look-ups together. Milliseconds. */
	readonly lookupTimeoutMs?: number
}

/** A picked place, or a written address. `casa`: the house number written beside a picked street. */
export type DeliveryTarget =
	| { readonly lugar_id: string; readonly casa?: HouseReading }
	| { readonly direccion: string }

/**
 * Returns a signed quote, charged as shown for `quoteMinutes`. A provider that fails or takes over 4 s gives
 * `sin_medir` and cost 0. Refuses with `direccion_desconocida` and `opciones` for anything but one known place, and with
 * `numero_de_casa` for a street with a number that may be a house's.
 */
export async function quoteDelivery(
	deps: QuoteDeliveryDeps,
	target: DeliveryTarget,
	session = 'sin-sesion',
): Promise<QuoteDeliveryAnswer> {
	const { maps, log } = deps
	const house = 'lugar_id' in target ? target.casa : undefined
	const tariff = await deps.readTariff()
	const found: { place?: Place | undefined } = {}
	async function measure(): Promise<DeliveryQuote | undefined> {
		const place =
			'lugar_id' in target
				? await maps.place(target.lugar_id, session, house === 'unclear' ? undefined : house)
				: await maps.locate(target.direccion)
		if (!place) return undefined
		found.place = place
		const meters = await maps.drivingDistance(place)
		const reach = {
			lugar_id: place.lugar_id,
			direccion: place.direccion,
			comuna: place.comuna,
			lat: place.lat,
			lng: place.lng,
			numero: place.numero ?? null,
			en_rm: place.en_rm,
			sin_medir: false,
		}
		// No road at all is beyond any band.
		if (meters === undefined) return { ...reach, distancia_m: null, costo: 0, gratis: false, fuera_de_cobertura: true }
		return { ...reach, distancia_m: meters, ...priceDelivery(meters, tariff) }
	}

	let quote: DeliveryQuote | undefined
	try {
		quote = await within(deps.lookupTimeoutMs ?? lookupSeconds * 1_000, measure())
	} catch (error) {
		log.warn({ err: error, proveedor: maps.name }, 'delivery look-up failed, quoting without a measurement')
		// With the part of the place found before.
		const { place } = found
		return sign(deps, {
			lugar_id: place?.lugar_id ?? ('lugar_id' in target ? target.lugar_id : ''),
			distancia_m: null,
			costo: 0,
			gratis: false,
			fuera_de_cobertura: false,
			direccion: place?.direccion ?? ('direccion' in target ? target.direccion : ''),
			comuna: place?.comuna ?? null,
			lat: place?.lat ?? null,
			lng: place?.lng ?? null,
			numero: place?.numero ?? null,
			en_rm: place?.en_rm ?? true,
			sin_medir: true,
		})
	}
	if (!quote) {
		if ('lugar_id' in target) refuse('direccion_desconocida')
		return await refuseUnknown(deps, target.direccion, session)
	}
	if (found.place?.isStreet && house === 'unclear') refuse('numero_de_casa')
	if (found.place?.isStreet && house !== undefined) {
		// The price of the middle of a street may not be that of a house kilometres away.
		const text = `No encontramos el número ${house} en ${quote.direccion}. Revísalo, o elige tu dirección de la lista.`
		refuse('direccion_desconocida', { text, extra: { opciones: [] } })
	}
	return sign(deps, quote)
}

/**
 * Returns the quote of `cotizacion` if it is genuine, current and for this `lugar_id`. An order charges exactly that.
 */
export function readQuote(
	deps: { readonly signer: Signer; readonly clock: Clock },
	claim: { readonly cotizacion: string; readonly lugar_id: string },
): DeliveryQuote | undefined {
	const payload = deps.signer.verify(purpose, claim.cotizacion, deps.clock.now())
	if (payload === undefined) return undefined
	const quote = deliveryQuote.safeParse(payload)
	return quote.success && quote.data.lugar_id === claim.lugar_id ? quote.data : undefined
}

function sign(deps: QuoteDeliveryDeps, quote: DeliveryQuote): QuoteDeliveryAnswer {
	const vence = new Date(deps.clock.now().getTime() + quoteMinutes * 60_000)
	return { ...quote, cotizacion: deps.signer.sign(purpose, quote, vence), vence: vence.toISOString() }
}

/** Rejects with MapsUnavailable when `work` takes longer than `timeoutMs`. */
async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
	const { promise: tooLate, reject } = Promise.withResolvers<never>()
	const timer = setTimeout(() => reject(new MapsUnavailable(`no answer within ${timeoutMs} ms`)), timeoutMs)
	try {
		return await Promise.race([work, tooLate])
	} finally {
		clearTimeout(timer)
	}
}

const spanishList = new Intl.ListFormat('es', { type: 'conjunction' })

/** Refuses an address without a place, with `opciones`, by comuna when several have the name. */
async function refuseUnknown({ maps, log }: QuoteDeliveryDeps, direccion: string, session: string): Promise<never> {
	const opciones = await maps.suggest(formatDireccion(direccion), session).catch((error: unknown) => {
		if (!(error instanceof MapsUnavailable)) throw error
		log.warn({ err: error, proveedor: maps.name }, 'nothing to choose from for an unknown address')
		return []
	})
	const text = `${namesakesText(opciones)}${failures.direccion_desconocida.text}`
	return refuse('direccion_desconocida', { text, extra: { opciones } })
}

/** `Hay más de una «San Martín 450»: en La Granja y Santiago. `, or empty. */
function namesakesText([first, ...others]: readonly Suggestion[]): string {
	const namesakes = others.filter(({ texto }) => texto === first?.texto)
	if (!first || namesakes.length === 0) return ''
	const comunas = [first, ...namesakes].map(({ detalle }) => detalle.split(',')[0]?.trim() ?? detalle)
	return `Hay más de una «${first.texto}»: en ${spanishList.format(comunas)}. `
}
