import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { agreePickupRequest, handOverRequest, pickupAnswer } from '#contract/staff/pickups.ts'
import type { LimitOptions, RateLimits } from '#server/http/rate-limits.ts'
import { unwrap } from '#server/http/unwrap.ts'
import { agreePickup } from '#server/staff/pickups/agree-pickup.ts'
import { handOverPickup, type PickupPress, undoPickup } from '#server/staff/pickups/hand-over-pickup.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

const delivers = { permission: 'repartir' } as const
const params = z.object({ id: z.string().max(60) })
const schema = {
	tags: ['panel: reparto'],
	security: [{ bearer: [] }],
	params,
	response: { 200: pickupAnswer, ...errorAnswers },
}
const pressSchema = { ...schema, headers: z.looseObject({ 'idempotency-key': z.uuid() }) }

/** Guesses are counted for the order, whoever makes them. */
const byOrder: LimitOptions = { account: ({ params: sent }) => params.safeParse(sent).data?.id }

interface PressRequest {
	readonly usuario: { readonly id: number }
	readonly params: { readonly id: string }
	readonly headers: { readonly 'idempotency-key': string }
}

const pressIn = ({ usuario, params, headers }: PressRequest): PickupPress => ({
	orderId: params.id,
	key: headers['idempotency-key'],
	actorId: usuario.id,
})

/** Orders that are picked up at the station: the hour, the hand-over, and taking that back. */
export function pickupRoutes(deps: StaffDeps & { readonly limits: RateLimits }): FastifyPluginAsyncZod {
	return async (app) => {
		app.post(
			'/api/admin_retiros/:id/acordar',
			{ config: delivers, schema: { ...schema, body: agreePickupRequest } },
			async ({ usuario, params, body }) => unwrap(await agreePickup(deps, usuario.id, params.id, body.hora)),
		)
		app.post(
			'/api/admin_retiros/:id/entregar',
			{
				config: delivers,
				schema: { ...pressSchema, body: handOverRequest },
				preHandler: deps.limits.limit('codigo_retiro', byOrder),
			},
			async (request) => unwrap(await handOverPickup(deps, pressIn(request), request.body)),
		)
		app.post('/api/admin_retiros/:id/deshacer', { config: delivers, schema: pressSchema }, async (request) =>
			unwrap(await undoPickup(deps, pressIn(request))),
		)
	}
}
