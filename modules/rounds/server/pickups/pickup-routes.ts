import type { FastifyPluginAsync } from 'fastify'
import { handle, type RequestOf } from '#core/server/http/handle.ts'
import type { LimitOptions } from '#core/server/http/rate-limits.ts'
import { unwrap } from '#core/server/http/unwrap.ts'
import type { StaffDeps } from '#modules/context.ts'
import * as endpoints from '#modules/rounds/pickup-endpoints.ts'
import { agreePickup } from '#modules/rounds/server/pickups/agree-pickup.ts'
import { handOverPickup, type PickupPress, undoPickup } from '#modules/rounds/server/pickups/hand-over-pickup.ts'

/** Guesses of the code are counted per order, over all accounts. */
const byOrder: LimitOptions = { account: ({ params }) => endpoints.undoPickup.params.safeParse(params).data?.id }

const pressIn = ({ usuario, params, headers }: RequestOf<typeof endpoints.undoPickup>): PickupPress => ({
	orderId: params.id,
	key: headers['idempotency-key'],
	actorId: usuario.id,
})

/** Routes of pickups at the station: the hour, the hand-over, and its undo. */
export function pickupRoutes(deps: StaffDeps): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.agreePickup, async ({ usuario, params, body }) =>
			unwrap(await agreePickup(deps, usuario.id, params.id, body.hora)),
		)
		handle(
			app,
			endpoints.handOverPickup,
			async (request) => unwrap(await handOverPickup(deps, pressIn(request), request.body)),
			{ limits: { codigo_retiro: byOrder } },
		)
		handle(app, endpoints.undoPickup, async (request) => unwrap(await undoPickup(deps, pressIn(request))))
	}
}
