import { randomUUID } from 'node:crypto'
import type { MapsProvider } from '#modules/delivery/server/maps/maps.ts'

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
