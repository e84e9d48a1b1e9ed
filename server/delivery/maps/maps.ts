import type { Route } from '@premium-shaker/maps'

/**
 * The port to the map, so that no key is public and no foreign script runs in the page. Adapters: embedded (own data),
 * google, osm (Photon and OSRM). Methods reject with MapsUnavailable; "not found" is a value.
 */
export interface MapsProvider {
	readonly name: MapsProviderName
	/** The credit that the provider's terms ask for, shown beside suggestions and under the map. */
	readonly attribution: string
	/** Loads what the first question needs. Rejects when the shop's position cannot be used. Calling it again is free. */
	warm(): Promise<void>
	/** At most `mostSuggestions` places for what has been typed, best first. `session` groups the calls of one search. */
	suggest(text: string, session: string): Promise<Suggestion[]>
	/**
	 * The place behind an id of `suggest`; undefined when it is none. `houseNumber`: gives that house of a street where it is
	 * known.
	 */
	place(placeId: string, session: string, houseNumber?: number): Promise<Place | undefined>
	/** The one place that a written address means, or undefined when it means none or several. */
	locate(direccion: string): Promise<Place | undefined>
	/** Whole metres of driving from the shop, or undefined when no road leads there. */
	drivingDistance(place: Place): Promise<number | undefined>
	/** Driving by roads from each of some positions to each of others. */
	drivingMatrix(from: readonly Position[], to: readonly Position[]): Promise<DrivingMatrix>
	/** The line that is driven by roads over some positions, in their order. */
	drivingLine(positions: readonly Position[]): Promise<Position[]>
	drawMap(view: MapView): Promise<MapPicture>
}

export const mapsProviderNames = ['embedded', 'google', 'osm'] as const
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
	/** As it is shown and kept with the order: `Avenida Irarrázaval 2401, Ñuñoa`. */
	readonly direccion: string
	readonly comuna: string | null
	readonly en_rm: boolean
	readonly numero?: number | undefined
	/** The whole street: its position is somewhere along it, kilometres from some of its houses. */
	readonly isStreet?: boolean | undefined
}

/** Whole seconds and metres, without the traffic of the hour; undefined where no road leads. Rows are where the way begins. */
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
	/** How long browsers may keep it; 0 where the provider's terms allow no copy. */
	readonly maxAgeSeconds: number
}

/** The house number of a provider's answer: `2401-2405` is known by its first. */
export const firstNumber = (text: string): number | undefined => {
	const digits = /\d+/.exec(text)?.[0]
	return digits === undefined ? undefined : Number(digits)
}

/** Whether a text can be looked for. Providers call one without letter or digit malformed, which is no failure of theirs. */
export const namesSomething = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

/** The provider could not be asked: down, slow, refusing, or answering nonsense. */
export class MapsUnavailable extends Error {
	override readonly name: string = 'MapsUnavailable'
}

/** The day's calls to a paid provider are used up: it was not asked. */
export class MapsBudgetSpent extends MapsUnavailable {
	override readonly name = 'MapsBudgetSpent'
}

/** The provider does not accept the shop's key, or not for this service. */
export class MapsKeyRefused extends MapsUnavailable {
	override readonly name = 'MapsKeyRefused'
	/** The provider's own word for it, as `API_KEY_INVALID`. */
	readonly reason: string
	constructor(message: string, reason: string) {
		super(message)
		this.reason = reason
	}
}
