import { refuse } from '#core/contract/failure.ts'
import { formatTime } from '#core/server/mail/define-mail.ts'
import type { Log } from '#core/server/platform/log.ts'
import {
	type MapPicture,
	type MapsProvider,
	MapsUnavailable,
	type Position,
	viewOfRoute,
} from '#modules/delivery/server/maps/maps.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { straightDrive } from '#modules/rounds/route.ts'
import { readRound } from '#modules/rounds/server/read-round.ts'
import type { DrawRoundQuery } from '#modules/rounds/shapes.ts'
import type { DrivingTimes } from '#modules/rounds/tables.ts'
import { readShopPosition } from '#modules/settings/server/read-settings.ts'

interface Located {
	readonly id: string
	readonly lat: number | null
	readonly lng: number | null
}

export interface MeasureDeps {
	readonly maps: MapsProvider
	readonly log: Pick<Log, 'warn'>
}

/** Driving to and from a door without coordinates: a quarter of an hour and five kilometres. */
const unknown = { seconds: 900, meters: 5_000 }

type Place = Omit<Located, 'id'>
const positionOf = ({ lat, lng }: Place): Position | undefined =>
	lat === null || lng === null ? undefined : { lat, lng }
const isPosition = (position: Position | undefined) => position !== undefined

/** Driving times between places, rows and columns in the requested order. */
interface Table {
	readonly seconds: number[][]
	readonly meters: number[][]
	/** Whether the provider answered. */
	readonly isByRoads: boolean
	readonly hasGuess: boolean
}

/**
 * Requests driving times from the maps: never inside a transaction, since a provider may take seconds. Falls back to
 * straight lines after a failure or for an unknown route.
 */
async function measure(deps: MeasureDeps, from: readonly Place[], to: readonly Place[]): Promise<Table> {
	const [starts, ends] = [from.map(positionOf), to.map(positionOf)]
	const knownStarts = starts.filter(isPosition)
	const knownEnds = from === to ? knownStarts : ends.filter(isPosition)
	let measured: Awaited<ReturnType<MapsProvider['drivingMatrix']>> | undefined
	try {
		if (knownStarts.length > 0 && knownEnds.length > 0) measured = await deps.maps.drivingMatrix(knownStarts, knownEnds)
	} catch (error) {
		deps.log.warn({ err: error, proveedor: deps.maps.name }, 'driving times failed, taking straight lines')
	}

	let hasGuess = false
	// The index of a place among those with coordinates.
	const indexIn = (positions: readonly (Position | undefined)[], at: number) =>
		positions.slice(0, at).filter(isPosition).length
	const drive = (row: number, column: number) => {
		const [start, end] = [starts[row], ends[column]]
		if (from === to && row === column) return { seconds: 0, meters: 0 }
		if (!start || !end) return unknown
		const [known, there] = [indexIn(starts, row), indexIn(ends, column)]
		const seconds = measured?.seconds[known]?.[there]
		const meters = measured?.meters[known]?.[there]
		if (seconds !== undefined && meters !== undefined) return { seconds, meters }
		hasGuess = true
		return straightDrive(start, end)
	}
	const drives = from.map((_, row) => to.map((_, column) => drive(row, column)))
	return {
		seconds: drives.map((row) => row.map(({ seconds }) => seconds)),
		meters: drives.map((row) => row.map(({ meters }) => meters)),
		isByRoads: measured !== undefined,
		hasGuess,
	}
}

/** Driving times between the shop and some orders, each from each. */
export async function measureDriving(
	deps: MeasureDeps,
	shop: Position,
	orders: readonly Located[],
): Promise<DrivingTimes> {
	const places = [shop, ...orders]
	const table = await measure(deps, places, places)
	return {
		ordenes: orders.map(({ id }) => id),
		segundos: table.seconds,
		metros: table.meters,
		fuente: table.isByRoads ? deps.maps.name : 'linea_recta',
		estimada: table.hasGuess,
	}
}

/**
 * Driving times of a round with one more order: only the routes to and from it are requested, since some providers
 * charge for each. A round with estimated times is measured anew.
 */
export async function measureLate(
	deps: MeasureDeps,
	times: DrivingTimes,
	{ shop, there, added }: { shop: Position; there: readonly Located[]; added: Located },
): Promise<DrivingTimes> {
	if (times.estimada || there.some(({ id }) => !times.ordenes.includes(id)))
		return await measureDriving(deps, shop, [...there, added])
	const places = [shop, ...there]
	const [back, out] = [await measure(deps, [added], places), await measure(deps, places, [added])]
	const kept = [0, ...there.map(({ id }) => times.ordenes.indexOf(id) + 1)]
	const extend = (table: DrivingTimes['segundos'], pick: (of: Table) => number[][]) => [
		...kept.map((from, row) => [...kept.map((to) => table[from]?.[to] ?? 0), pick(out)[row]?.[0] ?? 0]),
		[...(pick(back)[0] ?? []), 0],
	]
	return {
		ordenes: [...there, added].map(({ id }) => id),
		segundos: extend(times.segundos, ({ seconds }) => seconds),
		metros: extend(times.metros, ({ meters }) => meters),
		fuente: times.fuente,
		estimada: back.hasGuess || out.hasGuess,
	}
}

/** Pixels; limited by the providers' largest picture. */
const sizes = { ancho: { width: 640, height: 420 }, angosto: { width: 390, height: 420 } }

/**
 * Draws the map of a round, for staff only: visited and open stops with their number and hour. Refuses with
 * `no_encontrado`, also without a stop on a map, and with `servicio_ocupado` while the provider does not answer.
 */
export async function drawRound(
	deps: StaffDeps & MeasureDeps,
	id: string,
	{ formato, oscuro }: DrawRoundQuery,
): Promise<MapPicture> {
	const { maps, log } = deps
	const round = await readRound(deps, deps.db, id)
	const stops = round.paradas.flatMap(({ lat, lng, llega_at, hecha_at, anulada }, at) => {
		if (lat === null || lng === null || anulada) return []
		return [{ lat, lng, label: String(at + 1), note: formatTime(hecha_at ?? llega_at) }]
	})
	if (stops.length === 0) refuse('no_encontrado')
	const start = await readShopPosition(deps.db)
	const places = [start, ...stops, start]
	let line: readonly Position[] | undefined
	try {
		line = await maps.drivingLine(places)
	} catch (error) {
		log.warn({ err: error, proveedor: maps.name }, 'the line of a round failed, drawing it straight')
	}
	const route = { start, stops, line: line ?? places, isGuess: line === undefined }
	try {
		return await maps.drawMap(viewOfRoute(route, { ...sizes[formato], dark: oscuro }))
	} catch (error) {
		if (!(error instanceof MapsUnavailable)) throw error
		log.warn({ err: error, proveedor: maps.name }, 'the map of a round failed')
		return refuse('servicio_ocupado')
	}
}
