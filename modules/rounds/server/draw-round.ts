import { type Failure, fail, isFailure } from '#core/contract/failure.ts'
import { formatTime } from '#core/server/mail/spanish-dates.ts'
import type { StaffDeps } from '#modules/context.ts'
import { type MapPicture, MapsUnavailable, type Position } from '#modules/delivery/server/maps/maps.ts'
import { viewOfRoute } from '#modules/delivery/server/maps/view-of-route.ts'
import type { MeasureDeps } from '#modules/rounds/server/measure-driving.ts'
import { readRound } from '#modules/rounds/server/read-round.ts'
import type { DrawRoundQuery, RoundStop } from '#modules/rounds/shapes.ts'
import { readShopPosition } from '#modules/settings/server/read-settings.ts'

/** Pixels; limited by the providers' largest picture. */
const sizes = { ancho: { width: 640, height: 420 }, angosto: { width: 390, height: 420 } }

/** The map's pins of a round: visited and open stops with their number and hour. */
function pinsOf(stops: readonly RoundStop[]) {
	return stops.flatMap(({ lat, lng, llega_at, hecha_at, anulada }, at) => {
		if (lat === null || lng === null || anulada) return []
		return [{ lat, lng, label: String(at + 1), note: formatTime(hecha_at ?? llega_at) }]
	})
}

/** The driven line; straight and marked as estimated where the provider gives none. */
async function driveOver({ maps, log }: MeasureDeps, places: readonly Position[]) {
	try {
		return { line: await maps.drivingLine(places), isGuess: false }
	} catch (error) {
		log.warn({ err: error, proveedor: maps.name }, 'the line of a round failed, drawing it straight')
		return { line: places, isGuess: true }
	}
}

/**
 * Draws the map of a round, for staff only. Fails with `no_encontrado`, also without a stop on a map, and with
 * `servicio_ocupado` while the provider does not answer.
 */
export async function drawRound(
	deps: StaffDeps & MeasureDeps,
	id: string,
	{ formato, oscuro }: DrawRoundQuery,
): Promise<MapPicture | Failure> {
	const round = await readRound(deps, deps.db, id)
	if (isFailure(round)) return round
	const stops = pinsOf(round.paradas)
	if (stops.length === 0) return fail('no_encontrado')
	const start = await readShopPosition(deps.db)
	const route = { start, stops, ...(await driveOver(deps, [start, ...stops, start])) }
	try {
		return await deps.maps.drawMap(viewOfRoute(route, { ...sizes[formato], dark: oscuro }))
	} catch (error) {
		if (!(error instanceof MapsUnavailable)) throw error
		deps.log.warn({ err: error, proveedor: deps.maps.name }, 'the map of a round failed')
		return fail('servicio_ocupado')
	}
}
