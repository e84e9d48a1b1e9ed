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
	/** 12: main roads and comunas, some 12 km across; 16: blocks and streets, some 700 m. */
	readonly zoom: 12 | 16
	readonly width: number
	readonly height: number
	readonly marker: boolean
	readonly dark: boolean
}
