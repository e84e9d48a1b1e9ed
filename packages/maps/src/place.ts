/** A position in WGS84 degrees. */
export interface Position {
	readonly lat: number
	readonly lng: number
}

/** A suggestion; `place` returns its position. */
export interface Suggestion {
	/** Id of an index entry, without its position; stable across data editions. */
	readonly id: string
	/** `Avenida Irarrázaval 2401`. */
	readonly name: string
	/** `Ñuñoa, Región Metropolitana`. */
	readonly detail: string
}

export interface Place extends Position {
	readonly id: string
	/** `Avenida Irarrázaval 2401, Ñuñoa`. */
	readonly address: string
	readonly comuna: string
	/** Inside the Región Metropolitana. */
	readonly isInRegion: boolean
	readonly houseNumber?: number | undefined
	/** The whole street: its position is somewhere along it, possibly kilometres from a house. */
	readonly isStreet?: boolean | undefined
}

/** View of a map: centre in degrees, size in pixels. */
export interface MapView extends Position {
	/**
	 * Whole number, 9 to 16. Up to 14: main roads and comunas, about 12 km wide at 12; from 15: blocks and streets, about 700
	 * m at 16.
	 */
	readonly zoom: number
	readonly width: number
	readonly height: number
	readonly marker: boolean
	readonly dark: boolean
	/** Drawn over the map. */
	readonly route?: Route | undefined
}

/** A drawn route over several stops and back. */
export interface Route {
	readonly start: Position
	readonly stops: readonly RouteStop[]
	/** The driven line. */
	readonly line: readonly Position[]
	/** The line is an estimate and dashed. */
	readonly isGuess: boolean
}

export interface RouteStop extends Position {
	/** Label in the pin: one or two letters. */
	readonly label: string
	/** Label beside the pin if it fits: an hour. */
	readonly note: string
}
