/** A position on earth in WGS84 degrees. */
export interface Position {
	readonly lat: number
	readonly lng: number
}

/** One answer to a search; `place` gives its position. */
export interface Suggestion {
	/** Names an entry of the index, never a position; it outlives a new edition of the data. */
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
	/** The whole street: its position is somewhere along it, kilometres from some of its houses. */
	readonly isStreet?: boolean | undefined
}

/** What a drawn map shows: its middle in degrees, its size in pixels. */
export interface MapView extends Position {
	/** Whole, 9 to 16. Up to 14: main roads and comunas, at 12 some 12 km across; from 15: blocks and streets, at 16 some 700 m. */
	readonly zoom: number
	readonly width: number
	readonly height: number
	readonly marker: boolean
	readonly dark: boolean
	/** Drawn over the map. */
	readonly route?: Route | undefined
}

/** A way over several stops and back, as it is drawn. */
export interface Route {
	readonly start: Position
	readonly stops: readonly RouteStop[]
	/** The line that is driven. */
	readonly line: readonly Position[]
	/** The line is no more than a guess: it is dashed. */
	readonly isGuess: boolean
}

export interface RouteStop extends Position {
	/** In the pin: one or two letters. */
	readonly label: string
	/** Beside the pin where there is room: an hour. */
	readonly note: string
}
