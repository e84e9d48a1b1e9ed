import { straightLineMatrix } from '#domain/rounds/straight-line.ts'
import type { DrivingTimes } from '#server/db/tables/rounds.ts'
import type { Position } from '#server/delivery/maps/maps.ts'

interface Located {
	readonly id: string
	readonly lat: number | null
	readonly lng: number | null
}

/** Driving to and from a door that is on no map: a quarter of an hour and five kilometres, so that it counts for something. */
const unknownSeconds = 900
const unknownMeters = 5_000

/** How long it takes to drive between the shop and some orders, each from each, by straight lines: good enough to order stops by. */
export function measureDriving(shop: Position, orders: readonly Located[]): DrivingTimes {
	const places = [shop, ...orders]
	const isKnown = ({ lat, lng }: Omit<Located, 'id'>) => lat !== null && lng !== null
	const { seconds, meters } = straightLineMatrix(places.map(({ lat, lng }) => ({ lat: lat ?? 0, lng: lng ?? 0 })))
	const knownOr = (table: number[][], unknown: number) =>
		table.map((row, from) =>
			row.map((value, to) => {
				const [one, other] = [places[from], places[to]]
				return from === to || (one && other && isKnown(one) && isKnown(other)) ? value : unknown
			}),
		)
	return {
		ordenes: orders.map(({ id }) => id),
		segundos: knownOr(seconds, unknownSeconds),
		metros: knownOr(meters, unknownMeters),
		estimada: true,
	}
}
