import { type Failure, fail } from '#core/contract/failure.ts'
import { type MapsProvider, MapsUnavailable } from '#modules/delivery/server/maps/maps.ts'
import { positionText, readPosition } from '#modules/delivery/shop-position.ts'
import type { FoundPosition } from '#modules/settings/shapes/settings.ts'

/**
 * Returns the position of an address, for the setting of the shop's position. Fails with `direccion_desconocida` for no
 * place, several, or a street without a number, and with `servicio_ocupado` while the maps do not answer.
 */
export async function findPosition(
	maps: Pick<MapsProvider, 'locate'>,
	direccion: string,
): Promise<FoundPosition | Failure> {
	try {
		const place = await maps.locate(direccion)
		if (place?.isStreet) return fail('direccion_desconocida', { text: 'Escribe la calle con su número.' })
		const posicion = place && positionText(place)
		if (place && posicion && readPosition(posicion)) return { posicion, direccion: place.direccion }
		return fail('direccion_desconocida', {
			text: 'No encontramos esa dirección en la Región Metropolitana: escríbela con su número y su comuna.',
		})
	} catch (error) {
		if (!(error instanceof MapsUnavailable)) throw error
		return fail('servicio_ocupado', { text: 'Los mapas no responden ahora. Intenta en unos minutos.' })
	}
}
