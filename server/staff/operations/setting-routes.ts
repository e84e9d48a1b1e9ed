import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { type Failure, fail } from '#contract/failure.ts'
import { ifMatchHeader } from '#contract/staff/lists.ts'
import {
	changeSettingRequest,
	changeSettingsRequest,
	findPositionQuery,
	foundPosition,
	listSettingsAnswer,
	listSettingVersionsAnswer,
	listSettingVersionsQuery,
	previewSettingAnswer,
	staffSetting,
} from '#contract/staff/settings.ts'
import { readPosition } from '#domain/delivery/shop-position.ts'
import { needsFreshProof } from '#domain/settings/setting-rights.ts'
import { isSettingKey, type SettingKey, type Settings } from '#domain/settings/settings.ts'
import { checkoutOptionsOf } from '#server/checkout/read-checkout-options.ts'
import { type MapsProvider, MapsUnavailable, type Position } from '#server/delivery/maps/maps.ts'
import { tryMaps } from '#server/delivery/try-maps.ts'
import { FailureAnswer, unwrap } from '#server/http/unwrap.ts'
import type { ShopSettings } from '#server/orders/shop-settings.ts'
import {
	changeSetting,
	changeSettings,
	listSettings,
	listVersions,
	mayChange,
	type SettingChange,
} from '#server/settings/change-setting.ts'
import { readSettings } from '#server/settings/read-settings.ts'
import { findPosition } from '#server/staff/operations/find-position.ts'
import { previewSettings } from '#server/staff/operations/preview-setting.ts'
import { versionIn } from '#server/staff/products/edited-field.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

const settingParams = z.object({ clave: z.string().max(60) })

/** The setting of an address. */
function keyIn({ clave }: z.infer<typeof settingParams>): SettingKey {
	if (!isSettingKey(clave)) throw new FailureAnswer(fail('no_encontrado'))
	return clave
}

/** Refuses with `valor_invalido` a position from which the maps measure no way; what is no position is refused by its kind. */
async function checkPosition({ mapsAt }: SettingDeps, changes: readonly SettingChange[]): Promise<Failure | undefined> {
	const valor = changes.find(({ clave }) => clave === 'tienda_posicion')?.valor
	const position = typeof valor === 'string' ? readPosition(valor) : undefined
	if (!position) return undefined
	try {
		await tryMaps(mapsAt(position))
		return undefined
	} catch (error) {
		const text =
			error instanceof MapsUnavailable
				? 'Los mapas no responden ahora, y sin ellos no sabemos si la tienda puede estar ahí. Intenta en unos minutos.'
				: 'Desde ahí los mapas no encuentran calles. Revisa los dos números.'
		return fail('valor_invalido', { text, extra: { campo: 'tienda_posicion' } })
	}
}

export interface SettingDeps extends StaffDeps {
	readonly mapsAt: (shop: Position) => MapsProvider
	readonly maps: Pick<MapsProvider, 'attribution' | 'locate'>
	readonly settings: ShopSettings
}

const about = { tags: ['panel: ajustes'], security: [{ bearer: [] }] }
const ofSetting = { ...about, params: settingParams }
const reads = { permission: 'ver_panel' } as const
/** Some need more, which the use cases ask for. */
const changes = { permission: 'cambiar_ajustes' } as const

export function staffSettingRoutes(deps: SettingDeps): FastifyPluginAsyncZod {
	return async (app) => {
		app.get(
			'/api/admin_ajustes',
			{ config: reads, schema: { ...about, response: { 200: listSettingsAnswer, ...errorAnswers } } },
			async ({ usuario }) => await listSettings(deps.db, { ...usuario, is_active: true }),
		)
		app.get(
			'/api/admin_ajustes/:clave/versiones',
			{
				config: reads,
				schema: {
					...ofSetting,
					querystring: listSettingVersionsQuery,
					response: { 200: listSettingVersionsAnswer, ...errorAnswers },
				},
			},
			async ({ params, query }) => await listVersions(deps.db, keyIn(params), query.antes),
		)
		await app.register(changeRoutes(deps))
		await app.register(previewRoutes(deps))
	}
}

function changeRoutes(deps: SettingDeps): FastifyPluginAsyncZod {
	/** What both calls ask for before anything is set. */
	async function check(request: FastifyRequest, reply: FastifyReply, changes: readonly SettingChange[]) {
		const actor = { ...request.usuario, is_active: true }
		const isGuarded = ({ clave }: SettingChange) => needsFreshProof(clave) && mayChange(actor, clave)
		if (changes.some(isGuarded)) await deps.guard.requireFreshIdentity(request, reply)
		unwrap(await checkPosition(deps, changes))
	}
	return async (app) => {
		app.put(
			'/api/admin_ajustes',
			{
				config: changes,
				schema: { ...about, body: changeSettingsRequest, response: { 200: listSettingsAnswer, ...errorAnswers } },
			},
			async (request, reply) => {
				const { usuario, body } = request
				const wanted = body.cambios.map((change) => ({ ...change, version: change.version }))
				await check(request, reply, wanted)
				const results = unwrap(await changeSettings(deps, { ...usuario, is_active: true }, wanted))
				return { results, count: results.length }
			},
		)
		app.put(
			'/api/admin_ajustes/:clave',
			{
				config: changes,
				schema: {
					...ofSetting,
					body: changeSettingRequest,
					headers: ifMatchHeader,
					response: { 200: staffSetting, ...errorAnswers },
				},
			},
			async (request, reply) => {
				const { usuario, params, headers, body } = request
				const change = { clave: keyIn(params), valor: body.valor, version: versionIn(headers['if-match']) }
				await check(request, reply, [change])
				return unwrap(await changeSetting(deps, { ...usuario, is_active: true }, change))
			},
		)
	}
}

/** What helps before something is set: a look at it, and where an address lies. */
function previewRoutes(deps: SettingDeps): FastifyPluginAsyncZod {
	const checkoutWith = async (change: Partial<Settings>) => {
		const settings = { ...(await readSettings(deps.db)), ...change }
		return await checkoutOptionsOf({ ...deps, mapAttribution: deps.maps.attribution }, settings, deps.clock.now())
	}
	return async (app) => {
		app.post(
			'/api/admin_ajustes/vista',
			{
				config: changes,
				schema: { ...about, body: changeSettingsRequest, response: { 200: previewSettingAnswer, ...errorAnswers } },
			},
			async ({ usuario, body }) =>
				unwrap(await previewSettings({ ...deps, checkoutWith }, { ...usuario, is_active: true }, body.cambios)),
		)
		app.get(
			'/api/admin_posicion',
			{
				config: { permission: 'cambiar_tienda' },
				schema: { ...about, querystring: findPositionQuery, response: { 200: foundPosition, ...errorAnswers } },
			},
			async ({ query }) => unwrap(await findPosition(deps.maps, query.direccion)),
		)
	}
}
