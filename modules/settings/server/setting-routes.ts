import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from '#core/contract/failure.ts'
import { handle } from '#core/server/http/handle.ts'
import { versionIn } from '#core/server/lists/edited-field.ts'
import { type MapsProvider, MapsUnavailable, type Position, tryMaps } from '#modules/delivery/server/maps/maps.ts'
import { positionText, readPosition } from '#modules/delivery/shop-place.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import * as endpoints from '#modules/settings/endpoints.ts'
import {
	changeSetting,
	changeSettings,
	listSettings,
	listVersions,
	mayChange,
	type SettingChange,
	type SettingsActor,
} from '#modules/settings/server/change-setting.ts'
import type { SettingValue } from '#modules/settings/setting-kinds.ts'
import {
	isSettingKey,
	needsFreshProof,
	previewOf,
	type SettingKey,
	type Settings,
	settingProblem,
	shownOn,
	tidySetting,
} from '#modules/settings/settings.ts'
import type { FoundPosition, PreviewSettingAnswer } from '#modules/settings/shapes.ts'

/** The setting of a path. */
function keyIn({ clave }: { readonly clave: string }): SettingKey {
	if (!isSettingKey(clave)) refuse('no_encontrado')
	return clave
}

/**
 * Refuses with `valor_invalido` a position without a route on the maps; the setting's own schema validates its form.
 */
async function checkPosition({ mapsAt }: SettingDeps, changes: readonly SettingChange[]): Promise<void> {
	const valor = changes.find(({ clave }) => clave === 'tienda_posicion')?.valor
	const position = typeof valor === 'string' ? readPosition(valor) : undefined
	if (!position) return
	try {
		await tryMaps(mapsAt(position))
	} catch (error) {
		const text =
			error instanceof MapsUnavailable
				? 'Los mapas no responden ahora, y sin ellos no sabemos si la tienda puede estar ahí. Intenta en unos minutos.'
				: 'Desde ahí los mapas no encuentran calles. Revisa los dos números.'
		refuse('valor_invalido', { text, extra: { campo: 'tienda_posicion' } })
	}
}

export interface SettingDeps extends StaffDeps, PreviewDeps {
	readonly mapsAt: (shop: Position) => MapsProvider
	readonly maps: Pick<MapsProvider, 'locate'>
}

export function staffSettingRoutes(deps: SettingDeps): FastifyPluginAsync {
	/** The checks of both calls before anything is set. */
	async function check(request: FastifyRequest, reply: FastifyReply, changes: readonly SettingChange[]) {
		const actor = { ...request.usuario, is_active: true }
		const isGuarded = ({ clave }: SettingChange) => needsFreshProof(clave) && mayChange(actor, clave)
		if (changes.some(isGuarded)) await request.server.access.guard.requireFreshIdentity(request, reply)
		await checkPosition(deps, changes)
	}
	return async (app) => {
		handle(
			app,
			endpoints.listSettings,
			async ({ usuario }) => await listSettings(deps.db, { ...usuario, is_active: true }),
		)
		handle(
			app,
			endpoints.listSettingVersions,
			async ({ params, query }) => await listVersions(deps.db, keyIn(params), query.antes),
		)
		handle(app, endpoints.changeSettings, async (request, reply) => {
			const { usuario, body } = request
			const wanted = body.cambios.map((change) => ({ ...change, version: change.version }))
			await check(request, reply, wanted)
			const results = await changeSettings(deps, { ...usuario, is_active: true }, wanted)
			return { results, count: results.length }
		})
		handle(app, endpoints.changeSetting, async (request, reply) => {
			const { usuario, params, headers, body } = request
			const change = { clave: keyIn(params), valor: body.valor, version: versionIn(headers['if-match']) }
			await check(request, reply, [change])
			return await changeSetting(deps, { ...usuario, is_active: true }, change)
		})
		handle(app, endpoints.previewSettings, ({ usuario, body }) =>
			previewSettings(deps, { ...usuario, is_active: true }, body.cambios),
		)
		handle(app, endpoints.findPosition, ({ query }) => findPosition(deps.maps, query.direccion))
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
	changes: readonly Omit<SettingChange, 'version'>[],
): Promise<PreviewSettingAnswer> {
	const values: Partial<Record<SettingKey, SettingValue>> = {}
	for (const { clave, valor: typed } of changes) {
		if (!mayChange(actor, clave)) refuse('solo_superusuario')
		const valor = tidySetting(clave, typed)
		const problem = settingProblem(clave, valor)
		if (problem !== undefined) refuse('valor_invalido', { text: problem, extra: { campo: clave } })
		values[clave] = valor
	}
	const change = values as Partial<Settings>
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
