import { randomUUID } from 'node:crypto'
import { type Route, viewAround } from '@premium-shaker/maps'
import { z } from 'zod'
import { text, url, variableGroup } from '#core/server/platform/variables.ts'

/**
 * The port to the map, so that no key is public and no foreign script runs in the page. Adapters: embedded (own data),
 * google, osm (Photon and OSRM). Methods reject with MapsUnavailable; "not found" is a value.
 */
export interface MapsProvider {
	readonly name: MapsProviderName
	/** The attribution required by the provider's terms, shown beside suggestions and under the map. */
	readonly attribution: string
	/** Loads the data of the first call. Rejects when the shop's position cannot be used. Idempotent. */
	warm(): Promise<void>
	/** At most `mostSuggestions` places for the typed text, best first. `session` groups the calls of one search. */
	suggest(text: string, session: string): Promise<Suggestion[]>
	/**
	 * The place of a suggestion's id; undefined for an unknown one. `houseNumber`: that house of a street where it is
	 * known.
	 */
	place(placeId: string, session: string, houseNumber?: number): Promise<Place | undefined>
	/** The one place of a written address; undefined for none or several. */
	locate(direccion: string): Promise<Place | undefined>
	/** Whole metres of driving from the shop; undefined without a road. */
	drivingDistance(place: Place): Promise<number | undefined>
	/** Driving by roads from each of some positions to each of others. */
	drivingMatrix(from: readonly Position[], to: readonly Position[]): Promise<DrivingMatrix>
	/** The driven line over some positions, in their order. */
	drivingLine(positions: readonly Position[]): Promise<Position[]>
	drawMap(view: MapView): Promise<MapPicture>
}

const mapsProviderNames = ['embedded', 'google', 'osm'] as const
export type MapsProviderName = (typeof mapsProviderNames)[number]

export const mostSuggestions = 5

export interface Suggestion {
	readonly lugar_id: string
	readonly texto: string
	readonly detalle: string
}

export interface Position {
	readonly lat: number
	readonly lng: number
}

export interface Place extends Position {
	readonly lugar_id: string
	/** As shown and stored with the order: `Avenida Irarrázaval 2401, Ñuñoa`. */
	readonly direccion: string
	readonly comuna: string | null
	readonly en_rm: boolean
	readonly numero?: number | undefined
	/** The whole street: its position may be kilometres from some of its houses. */
	readonly isStreet?: boolean | undefined
}

/** Whole seconds and metres, without traffic; undefined without a road. Rows are origins. */
export interface DrivingMatrix {
	readonly seconds: readonly (readonly (number | undefined)[])[]
	readonly meters: readonly (readonly (number | undefined)[])[]
}

export interface MapView extends Position {
	/** Whole, 9 to 16. */
	readonly zoom: number
	/** Pixels. */
	readonly width: number
	readonly height: number
	readonly marker: boolean
	readonly dark: boolean
	/** Drawn over the map. */
	readonly route?: Route | undefined
}

export interface MapPicture {
	readonly body: Buffer
	readonly contentType: string
	/** The browsers' cache time; 0 where the provider's terms allow no copy. */
	readonly maxAgeSeconds: number
}

/** The house number of a provider's answer: of `2401-2405` the first. */
export const firstNumber = (text: string): number | undefined => {
	const digits = /\d+/.exec(text)?.[0]
	return digits === undefined ? undefined : Number(digits)
}

/**
 * Whether a text can be searched. Providers reject text without letter or digit as malformed, which is no failure of
 * theirs.
 */
export const namesSomething = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** The provider is unreachable or slow, or its answer is an error or invalid. */
export class MapsUnavailable extends Error {
	override readonly name: string = 'MapsUnavailable'
}

/** The day's calls to a paid provider are used up: it was not called. */
export class MapsBudgetSpent extends MapsUnavailable {
	override readonly name = 'MapsBudgetSpent'
}

/** The provider rejects the shop's key, or for this service. */
export class MapsKeyRefused extends MapsUnavailable {
	override readonly name = 'MapsKeyRefused'
	/** The provider's own code, such as `API_KEY_INVALID`. */
	readonly reason: string
	constructor(message: string, reason: string) {
		super(message)
		this.reason = reason
	}
}

const wholeCalls = 'debe ser un número entero de llamadas, 1 o más'

export const mapVariables = variableGroup({
	variables: {
		MAPS_PROVIDER: z.enum(mapsProviderNames, 'debe ser embedded, google u osm').default('embedded'),
		GOOGLE_MAPS_KEY: text.optional(),
		GOOGLE_MAPS_DAILY_CALLS: z.coerce.number(wholeCalls).int(wholeCalls).min(1, wholeCalls).default(5000),
		PHOTON_URL: url.optional(),
		OSRM_URL: url.optional(),
	},
	carrySecrets: ['PHOTON_URL', 'OSRM_URL'],
	problems({ MAPS_PROVIDER, GOOGLE_MAPS_KEY, PHOTON_URL, OSRM_URL }, isDemo) {
		if (isDemo) return []
		if (MAPS_PROVIDER === 'google' && !GOOGLE_MAPS_KEY) {
			return ['GOOGLE_MAPS_KEY falta: MAPS_PROVIDER=google la necesita']
		}
		if (MAPS_PROVIDER === 'osm' && !(PHOTON_URL && OSRM_URL)) {
			return ['PHOTON_URL y OSRM_URL faltan: MAPS_PROVIDER=osm las necesita']
		}
		return []
	},
})

/** The test address: a long street in the middle of Santiago. */
export const triedAddress = 'Avenida Providencia 1000'

/** Tries every call of a provider; returns a driving distance in metres. Throws a sentence for a failing call. */
export async function tryMaps(maps: MapsProvider): Promise<number> {
	await maps.warm()
	const session = randomUUID()
	const [first] = await maps.suggest(triedAddress, session)
	const place = first && (await maps.place(first.lugar_id, session))
	if (!place) throw new Error(`no encuentra ${triedAddress}`)
	const meters = await maps.drivingDistance(place)
	if (meters === undefined) throw new Error(`no mide la distancia hasta ${triedAddress}`)
	await maps.drawMap({ ...place, zoom: 16, width: 320, height: 200, marker: true, dark: false })
	return meters
}

/** The largest zoom of a picture that shows a whole route, drawn over it. */
export function viewOfRoute(
	route: Route,
	{ width, height, dark }: Pick<MapView, 'width' | 'height' | 'dark'>,
): MapView {
	const size = { width, height }
	const shown = [route.start, ...route.stops, ...route.line]
	return { ...viewAround(shown, size), ...size, marker: false, dark, route }
}
