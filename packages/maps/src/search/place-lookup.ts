import { findComuna, type PlacesIndex, type Street } from '#maps/format/places-index.ts'
import { toDegrees } from '#maps/geometry/geometry.ts'
import type { Place } from '#maps/place.ts'
import { foldText } from './fold-text.ts'
import { type PlaceRef, writePlaceId } from './place-id.ts'
import type { SearchIndex } from './search-index.ts'
import { canHaveNumber, crossingOf, type Point, positionOn } from './street-position.ts'

const cityName = 'santiago'
const region = 'Región Metropolitana'

export class PlaceLookup {
	readonly #places: PlacesIndex
	readonly #index: SearchIndex

	constructor(places: PlacesIndex, index: SearchIndex) {
		this.#places = places
		this.#index = index
	}

	/** `Ñuñoa, Región Metropolitana`. */
	detailOf(comuna: number): string {
		return `${this.#comunaName(comuna)}, ${region}`
	}

	/** Returns the comuna index named in full by the last of these parts. */
	comunaNamed(parts: readonly string[]): number | undefined {
		const names = parts.map((part) => foldText(part).replace(/^santiago centro$/, cityName))
		const found = names.map((name) => this.#places.comunas.findIndex((comuna) => foldText(comuna.name) === name))
		return found.findLast((comuna) => comuna >= 0)
	}

	/** Returns whether a comuna has the name of the whole city. */
	isCityName(comuna: number | undefined): boolean {
		return comuna !== undefined && foldText(this.#comunaName(comuna)) === cityName
	}

	/** Returns the place of an id, or undefined when the index lacks the street, number, corner or landmark. */
	placeOf(ref: PlaceRef): Place | undefined {
		const entry = this.#index.entryOfKey.get(ref.key)
		if (entry === undefined) return undefined
		const street = this.#places.streets[entry]
		if (ref.kind === 'landmark') {
			const landmark = this.#places.landmarks[entry - this.#places.streets.length]
			return landmark && this.#place(ref, landmark.name, landmark.comuna, landmark)
		}
		if (!street) return undefined
		return ref.kind === 'corner' ? this.#corner(ref, street) : this.#house(ref, street)
	}

	/** Returns the house for a whole street with a house number that it can have; otherwise `placeOf`. */
	houseOrPlace(ref: PlaceRef, houseNumber: number | undefined): Place | undefined {
		const isStreet = ref.kind === 'street' && ref.number === undefined && houseNumber !== undefined
		return (isStreet ? this.placeOf({ ...ref, number: houseNumber }) : undefined) ?? this.placeOf(ref)
	}

	#house(ref: PlaceRef & { kind: 'street' }, street: Street): Place | undefined {
		const { number } = ref
		if (number !== undefined && !canHaveNumber(this.#places, street, number)) return undefined
		const name = number === undefined ? street.name : `${street.name} ${number}`
		const place = this.#place(ref, name, street.comuna, positionOn(this.#places, street, number))
		return { ...place, ...(number === undefined ? { isStreet: true } : { houseNumber: number }) }
	}

	#corner(ref: PlaceRef & { kind: 'corner' }, street: Street): Place | undefined {
		const other = this.#places.streets[this.#index.entryOfKey.get(ref.crossing) ?? -1]
		const point = other && crossingOf(this.#places, street, other)
		return other && point && this.#place(ref, `${street.name} con ${other.name}`, street.comuna, point)
	}

	#place(ref: PlaceRef, name: string, comuna: number, point: Point): Place {
		return {
			id: writePlaceId(ref),
			address: `${name}, ${this.#comunaName(comuna)}`,
			comuna: this.#comunaName(comuna),
			lat: toDegrees(point.lat),
			lng: toDegrees(point.lng),
			isInRegion: findComuna(this.#places.comunas, point.lat, point.lng) >= 0,
		}
	}

	#comunaName(comuna: number): string {
		return this.#places.comunas[comuna]?.name ?? region
	}
}
