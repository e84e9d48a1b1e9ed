import { type Failure, fail, failures } from '#core/contract/failure.ts'
import type { Log } from '#core/server/platform/log.ts'
import { formatDireccion } from '#modules/delivery/delivery.ts'
import { type MapsProvider, MapsUnavailable, type Suggestion } from '#modules/delivery/server/maps/maps.ts'

interface RefuseUnknownDeps {
	readonly maps: MapsProvider
	readonly log: Pick<Log, 'warn'>
}

const spanishList = new Intl.ListFormat('es', { type: 'conjunction' })

/** The failure of an address without a place, with `opciones`, by comuna when several have the name. */
export async function refuseUnknown(deps: RefuseUnknownDeps, direccion: string, session: string): Promise<Failure> {
	try {
		const opciones = await deps.maps.suggest(formatDireccion(direccion), session)
		const text = `${namesakesText(opciones)}${failures.direccion_desconocida.text}`
		return fail('direccion_desconocida', { text, extra: { opciones } })
	} catch (error) {
		if (!(error instanceof MapsUnavailable)) throw error
		deps.log.warn({ err: error, proveedor: deps.maps.name }, 'nothing to choose from for an unknown address')
		return fail('direccion_desconocida', { extra: { opciones: [] } })
	}
}

/** `Hay más de una «San Martín 450»: en La Granja y Santiago. `, or empty. */
function namesakesText([first, ...others]: readonly Suggestion[]): string {
	const namesakes = others.filter(({ texto }) => texto === first?.texto)
	if (!first || namesakes.length === 0) return ''
	const comunas = [first, ...namesakes].map(({ detalle }) => detalle.split(',')[0]?.trim() ?? detalle)
	return `Hay más de una «${first.texto}»: en ${spanishList.format(comunas)}. `
}
