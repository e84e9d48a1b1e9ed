import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { sheetsAnswer, sheetsQuery } from '#contract/staff/delivery-sheets.ts'
import { idempotencyKey } from '#contract/staff/order-detail.ts'
import {
	addStopRequest,
	arrangeRoundRequest,
	deliveriesAnswer,
	deliverStopRequest,
	drawRoundQuery,
	failStopRequest,
	planRoundRequest,
	removeStopRequest,
	roundAnswer,
	undoStopRequest,
} from '#contract/staff/rounds.ts'
import type { Files } from '#server/files/files.ts'
import { prepare, sendPrepared } from '#server/http/pages/prepared.ts'
import { unwrap } from '#server/http/unwrap.ts'
import {
	addStop,
	arrangeRound,
	closeRound,
	orderRound,
	removeStop,
	startRound,
} from '#server/staff/rounds/change-round.ts'
import { drawRound } from '#server/staff/rounds/draw-round.ts'
import type { MeasureDeps } from '#server/staff/rounds/measure-driving.ts'
import { planRound } from '#server/staff/rounds/plan-round.ts'
import { deliverStop, failStop, type Press, undoStop } from '#server/staff/rounds/press-stop.ts'
import { readDeliveries } from '#server/staff/rounds/read-deliveries.ts'
import { readRound } from '#server/staff/rounds/read-round.ts'
import { readSheets } from '#server/staff/rounds/read-sheets.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

const about = { tags: ['panel: reparto'], security: [{ bearer: [] }] }
const withId = { ...about, params: z.object({ id: z.string().max(60) }) }
const round = { ...withId, response: { 200: roundAnswer, ...errorAnswers } }
const reads = { permission: 'ver_panel' } as const
const delivers = { permission: 'repartir' } as const

type RoundDeps = StaffDeps & MeasureDeps & { readonly files: Files }

/** Rounds of the shop's own car: what waits, planning, the way, and what is pressed at the doors. */
export function roundRoutes(deps: RoundDeps): FastifyPluginAsyncZod {
	return async (app) => {
		await app.register(planRoutes(deps))
		await app.register(pressRoutes(deps))
		await app.register(mapRoute(deps))
		app.get(
			'/api/admin_reparto',
			{ config: reads, schema: { ...about, response: { 200: deliveriesAnswer, ...errorAnswers } } },
			async () => await readDeliveries(deps),
		)
		const sheets = { ...about, querystring: sheetsQuery, response: { 200: sheetsAnswer, ...errorAnswers } }
		app.get('/api/admin_hojas', { config: reads, schema: sheets }, async ({ query }) => ({
			hojas: await readSheets(deps, query.ordenes),
		}))
		app.get('/api/admin_rondas/:id', { config: reads, schema: round }, async ({ params }) =>
			unwrap(await readRound(deps, deps.db, params.id)),
		)
		app.post('/api/admin_rondas/:id/salir', { config: delivers, schema: round }, async ({ usuario, params }) =>
			unwrap(await startRound(deps, usuario.id, params.id)),
		)
		app.post('/api/admin_rondas/:id/cerrar', { config: delivers, schema: round }, async ({ usuario, params }) =>
			unwrap(await closeRound(deps, usuario.id, params.id)),
		)
	}
}

function mapRoute(deps: RoundDeps): FastifyPluginAsyncZod {
	const answer = { response: { 200: z.any().describe('La imagen'), ...errorAnswers } }
	const schema = { ...withId, ...answer, querystring: drawRoundQuery, produces: ['image/svg+xml'] }
	return async (app) => {
		app.get('/api/admin_rondas/:id/mapa', { config: reads, schema }, async (request, reply) => {
			const { params, query } = request
			const { body, contentType } = unwrap(await drawRound(deps, params.id, query))
			reply
				.header('content-security-policy', "default-src 'none'; img-src data:; style-src 'unsafe-inline'")
				.header('x-content-type-options', 'nosniff')
			return sendPrepared(request, reply, await prepare({ type: contentType, body }), 'no-store')
		})
	}
}

function planRoutes(deps: RoundDeps): FastifyPluginAsyncZod {
	const headers = z.looseObject({ 'idempotency-key': idempotencyKey })
	const planned = { ...about, headers, response: { 200: roundAnswer, ...errorAnswers } }
	return async (app) => {
		app.post(
			'/api/admin_rondas',
			{ config: delivers, schema: { ...planned, body: planRoundRequest } },
			async ({ usuario, body, headers }) =>
				unwrap(await planRound(deps, usuario.id, { ...body, key: headers['idempotency-key'] })),
		)
		app.put(
			'/api/admin_rondas/:id',
			{ config: delivers, schema: { ...round, body: arrangeRoundRequest } },
			async ({ usuario, params, body }) => unwrap(await arrangeRound(deps, usuario.id, { ...params, ...body })),
		)
		app.post('/api/admin_rondas/:id/ordenar', { config: delivers, schema: round }, async ({ usuario, params }) =>
			unwrap(await orderRound(deps, usuario.id, params.id)),
		)
		app.post(
			'/api/admin_rondas/:id/agregar',
			{ config: delivers, schema: { ...round, body: addStopRequest } },
			async ({ usuario, params, body }) => unwrap(await addStop(deps, usuario.id, { ...params, ...body })),
		)
		app.post(
			'/api/admin_rondas/:id/quitar',
			{ config: delivers, schema: { ...round, body: removeStopRequest } },
			async ({ usuario, params, body }) => unwrap(await removeStop(deps, usuario.id, { ...params, ...body })),
		)
	}
}

interface PressRequest {
	readonly usuario: { readonly id: number }
	readonly params: { readonly id: string }
	readonly headers: { readonly 'idempotency-key': string }
	readonly body: { readonly hecha_at: string }
}

const pressIn = ({ usuario, params, headers, body }: PressRequest): Press => ({
	stopId: params.id,
	key: headers['idempotency-key'],
	actorId: usuario.id,
	hecha_at: body.hecha_at,
})

/** What a courier presses; each press carries the phone's own key, so that one sent again is not done again. */
function pressRoutes(deps: RoundDeps): FastifyPluginAsyncZod {
	const schema = { ...round, headers: z.looseObject({ 'idempotency-key': z.uuid() }) }
	return async (app) => {
		app.post(
			'/api/admin_paradas/:id/entregar',
			{ config: delivers, schema: { ...schema, body: deliverStopRequest } },
			async (request) => unwrap(await deliverStop(deps, pressIn(request), request.body)),
		)
		app.post(
			'/api/admin_paradas/:id/no_entregar',
			{ config: delivers, schema: { ...schema, body: failStopRequest } },
			async (request) => unwrap(await failStop(deps, pressIn(request), request.body)),
		)
		app.post(
			'/api/admin_paradas/:id/deshacer',
			{ config: delivers, schema: { ...schema, body: undoStopRequest } },
			async (request) => unwrap(await undoStop(deps, pressIn(request))),
		)
	}
}
