import type { FastifyInstance, FastifyPluginAsync } from 'fastify'
import type { Files } from '#core/server/files/files.ts'
import { handle, type RequestOf } from '#core/server/http/handle.ts'
import { prepare, sendPrepared } from '#core/server/http/prepared.ts'
import { unwrap } from '#core/server/http/unwrap.ts'
import type { StaffDeps } from '#modules/context.ts'
import * as endpoints from '#modules/rounds/endpoints.ts'
import {
	addStop,
	arrangeRound,
	closeRound,
	orderRound,
	removeStop,
	startRound,
} from '#modules/rounds/server/change-round.ts'
import { listDeliveries } from '#modules/rounds/server/deliveries/list-deliveries.ts'
import { drawRound } from '#modules/rounds/server/draw-round.ts'
import type { MeasureDeps } from '#modules/rounds/server/measure-driving.ts'
import { planRound } from '#modules/rounds/server/plan-round.ts'
import { deliverStop, failStop, type Press, undoStop } from '#modules/rounds/server/press-stop.ts'
import { readDeliveries } from '#modules/rounds/server/read-deliveries.ts'
import { readRound } from '#modules/rounds/server/read-round.ts'
import { readSheets } from '#modules/rounds/server/read-sheets.ts'

type RoundDeps = StaffDeps & MeasureDeps & { readonly files: Files }

export function roundRoutes(deps: RoundDeps): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.readDeliveries, async () => await readDeliveries(deps))
		handle(app, endpoints.listDeliveries, async ({ query }) => await listDeliveries(deps, query))
		handle(app, endpoints.readSheets, async ({ query }) => ({ hojas: await readSheets(deps, query.ordenes) }))
		handle(app, endpoints.readRound, async ({ params }) => unwrap(await readRound(deps, deps.db, params.id)))
		handle(app, endpoints.drawRound, async (request, reply) => {
			const { params, query } = request
			const { body, contentType } = unwrap(await drawRound(deps, params.id, query))
			reply
				.header('content-security-policy', "default-src 'none'; img-src data:; style-src 'unsafe-inline'")
				.header('x-content-type-options', 'nosniff')
			return sendPrepared(request, reply, await prepare({ type: contentType, body }), 'no-store')
		})
		handleChanges(app, deps)
		handlePresses(app, deps)
	}
}

function handleChanges(app: FastifyInstance, deps: RoundDeps): void {
	handle(app, endpoints.planRound, async ({ usuario, body, headers }) =>
		unwrap(await planRound(deps, usuario.id, { ...body, key: headers['idempotency-key'] })),
	)
	handle(app, endpoints.arrangeRound, async ({ usuario, params, body }) =>
		unwrap(await arrangeRound(deps, usuario.id, { ...params, ...body })),
	)
	handle(app, endpoints.orderRound, async ({ usuario, params }) =>
		unwrap(await orderRound(deps, usuario.id, params.id)),
	)
	handle(app, endpoints.addStop, async ({ usuario, params, body }) =>
		unwrap(await addStop(deps, usuario.id, { ...params, ...body })),
	)
	handle(app, endpoints.removeStop, async ({ usuario, params, body }) =>
		unwrap(await removeStop(deps, usuario.id, { ...params, ...body })),
	)
	handle(app, endpoints.startRound, async ({ usuario, params }) =>
		unwrap(await startRound(deps, usuario.id, params.id)),
	)
	handle(app, endpoints.closeRound, async ({ usuario, params }) =>
		unwrap(await closeRound(deps, usuario.id, params.id)),
	)
}

const pressIn = ({ usuario, params, headers, body }: RequestOf<typeof endpoints.undoStop>): Press => ({
	stopId: params.id,
	key: headers['idempotency-key'],
	actorId: usuario.id,
	hecha_at: body.hecha_at,
})

function handlePresses(app: FastifyInstance, deps: RoundDeps): void {
	handle(app, endpoints.deliverStop, async (request) => unwrap(await deliverStop(deps, pressIn(request), request.body)))
	handle(app, endpoints.failStop, async (request) => unwrap(await failStop(deps, pressIn(request), request.body)))
	handle(app, endpoints.undoStop, async (request) => unwrap(await undoStop(deps, pressIn(request))))
}
