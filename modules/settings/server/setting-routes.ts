import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#core/contract/failure.ts'
import { handle } from '#core/server/http/handle.ts'
import { versionIn } from '#core/server/lists/edited-field.ts'
import { type MapsProvider, MapsUnavailable, type Position, tryMaps } from '#modules/delivery/server/maps/maps.ts'
import { positionText, readPosition } from '#modules/delivery/shop-place.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import * as endpoints from '#modules/settings/endpoints.ts'
import {
	changeSettings,
	checkedChanges,
	listSettings,
	listVersions,
	mayChange,
	type SettingChange,
	type SettingsActor,
} from '#modules/settings/server/change-setting.ts'
import {
	isSettingKey,
	needsFreshProof,
	previewOf,
	type SettingKey,
	type Settings,
	shownOn,
} from '#modules/settings/settings.ts'
import type { FoundPosition, PreviewSettingAnswer } from '#modules/settings/shapes.ts'

export interface SettingDeps extends StaffDeps, PreviewDeps {
	readonly mapsAt: (shop: Position) => MapsProvider
	readonly maps: Pick<MapsProvider, 'locate'>
}

const actorOf = ({ usuario }: FastifyRequest) => ({ ...usuario, is_active: true })

/** The setting of a path. */
function keyIn({ clave }: { readonly clave: string }): SettingKey {
	if (!isSettingKey(clave)) refuse('no_encontrado')
	return clave
}

export function staffSettingRoutes(deps: SettingDeps): FastifyPluginAsync {
	/** Proves the identity where a change demands it, tries a new position of the shop on the maps, and sets. */
	async function change(request: FastifyRequest, reply: FastifyReply, changes: readonly SettingChange[]) {
		const actor = actorOf(request)
		const isGuarded = ({ clave }: SettingChange) => needsFreshProof(clave) && mayChange(actor, clave)
		if (changes.some(isGuarded)) await request.server.access.guard.requireFreshIdentity(request, reply)
		const moved = changes.find(({ clave }) => clave === 'tienda_posicion')?.valor
		const position = typeof moved === 'string' ? readPosition(moved) : undefined
		if (position) await tryPosition(deps.mapsAt(position))
		return await changeSettings(deps, actor, changes)
	}
	return async (app) => {
		handle(app, endpoints.listSettings, async (request) => await listSettings(deps.db, actorOf(request)))
		handle(
			app,
			endpoints.listSettingVersions,
			async ({ params, query }) => await listVersions(deps.db, keyIn(params), query.antes),
		)
		handle(app, endpoints.changeSettings, async (request, reply) => {
			const results = await change(request, reply, request.body.cambios)
			return { results, count: results.length }
		})
		handle(app, endpoints.changeSetting, async (request, reply) => {
			const { params, headers, body } = request
			const clave = keyIn(params)
			const one = { clave, valor: body.valor, version: versionIn(headers['if-match']) }
			const [setting] = await change(request, reply, [one])
			if (!setting) throw new Error(`${clave} was set and not answered`)
			return setting
		})
		handle(app, endpoints.previewSettings, (request) => previewSettings(deps, actorOf(request), request.body.cambios))
		handle(app, endpoints.findPosition, ({ query }) => findPosition(deps.maps, query.direccion))
	}
}

/** Refuses with `valor_invalido` a position without a route on its maps. */
async function tryPosition(maps: MapsProvider): Promise<void> {
	try {
		await tryMaps(maps)
	} catch (error) {
		const text =
			error instanceof MapsUnavailable
				? 'Los mapas no responden ahora, y sin ellos no sabemos si la tienda puede estar ahí. Intenta en unos minutos.'
				: 'Desde ahí los mapas no encuentran calles. Revisa los dos números.'
		refuse('valor_invalido', { text, extra: { campo: 'tienda_posicion' } })
	}
}

interface PreviewDeps {
	/** Renders a page with other settings. Absent when only the API runs. */
	readonly preview?: ((path: string, change: Partial<Settings>) => Promise<string>) | undefined
	/** The checkout's options with these settings. */
	readonly checkoutWith: (change: Partial<Settings>) => Promise<PreviewSettingAnswer['pago']>
}

/**
 * Renders the page that shows a setting with other values; changes nothing. The first setting selects the page. Refuses
 * with `solo_superusuario`, with `valor_invalido`, and with `no_encontrado` for settings shown only in the panel.
 */
export async function previewSettings(
	{ preview, checkoutWith }: PreviewDeps,
	actor: SettingsActor,
	changes: readonly SettingChange[],
): Promise<PreviewSettingAnswer> {
	const checked = checkedChanges(actor, changes)
	const change = Object.fromEntries(checked.map(({ clave, valor }) => [clave, valor])) as Partial<Settings>
	const [first] = changes
	const place = first && shownOn(first.clave)
	if (!place) refuse('no_encontrado')
	if ('part' in place) return { html: null, ancla: null, pago: await checkoutWith(change) }
	if (!preview) refuse('no_encontrado')
	return { html: await preview(place.path, previewOf(change)), ancla: place.ancla ?? null, pago: null }
}

/**
 * Returns the position of an address, for the setting of the shop's position. Refuses with `direccion_desconocida` for no
 * place, several, or a street without a number, and with `servicio_ocupado` while the maps do not answer.
 */
export async function findPosition(maps: Pick<MapsProvider, 'locate'>, direccion: string): Promise<FoundPosition> {
	try {
		const place = await maps.locate(direccion)
		if (place?.isStreet) refuse('direccion_desconocida', { text: 'Escribe la calle con su número.' })
		const posicion = place && positionText(place)
		if (place && posicion && readPosition(posicion)) return { posicion, direccion: place.direccion }
		return refuse('direccion_desconocida', {
			text: 'No encontramos esa dirección en la Región Metropolitana: escríbela con su número y su comuna.',
		})
	} catch (error) {
		if (!(error instanceof MapsUnavailable)) throw error
		return refuse('servicio_ocupado', { text: 'Los mapas no responden ahora. Intenta en unos minutos.' })
	}
}
