import {
	MapsKeyRefused,
	type MapsProvider,
	type Position,
	triedAddress,
	tryMaps,
} from '#modules/delivery/server/maps/maps.ts'
import type { Environment } from '#shop/server/environment/environment.ts'
import { openMaps } from '#shop/server/open-maps.ts'

/** Tries every call of the configured maps. Throws a sentence for a failing one. */
export async function probeMaps(env: Environment, shop: Position): Promise<string> {
	if (env.isDemo && env.MAPS_PROVIDER !== 'embedded')
		return `${env.MAPS_PROVIDER}: simulado donde falte su configuración`
	return await describeMaps(openMaps({ env }, shop))
}

/** Finds an address, measures its distance and draws its map. A rejected key is reported with the settings to check. */
export async function describeMaps(maps: MapsProvider): Promise<string> {
	try {
		const meters = await tryMaps(maps)
		return `${maps.name} encuentra ${triedAddress}, a ${(meters / 1000).toFixed(1)} km de la tienda, y dibuja su mapa`
	} catch (error) {
		if (!(error instanceof MapsKeyRefused)) throw error
		const whatToDo = 'revisa la llave, sus restricciones de IP y que sus tres API estén habilitadas'
		throw new Error(`no acepta GOOGLE_MAPS_KEY (${error.reason}): ${whatToDo}`, { cause: error })
	}
}
