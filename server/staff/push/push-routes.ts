import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { fail } from '#contract/failure.ts'
import {
	changePushKindsRequest,
	pushDevice,
	pushDevicesAnswer,
	renewPushRequest,
	savePushDeviceRequest,
	testPushAnswer,
} from '#contract/staff/push.ts'
import { deviceOf } from '#server/accounts/login-routes.ts'
import { byAccount, type RateLimits } from '#server/http/rate-limits.ts'
import { unwrap } from '#server/http/unwrap.ts'
import type { PushContext } from '#server/push/push-setup.ts'
import { sendTest } from '#server/push/send-notice.ts'
import {
	bindDevice,
	changeKinds,
	listDevices,
	removeDevice,
	renewDevice,
	saveDevice,
} from '#server/staff/push/devices.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

export interface PushRoutesDeps extends StaffDeps, PushContext {
	readonly limits: RateLimits
}

const about = { tags: ['panel: avisos'], security: [{ bearer: [] }] }
const withId = { ...about, params: z.object({ id: z.string().max(60) }) }
const nothing = { 204: z.null(), ...errorAnswers }
const config = { permission: 'recibir_avisos' } as const

/** Each person's own devices that are told by Web Push: which there are, of what, and a test. */
export function pushRoutes(deps: PushRoutesDeps): FastifyPluginAsyncZod {
	const preHandler = deps.limits.limit('avisos', byAccount)
	return async (app) => {
		await app.register(testRoute(deps))
		app.get(
			'/api/admin_avisos',
			{ config, schema: { ...about, response: { 200: pushDevicesAnswer, ...errorAnswers } } },
			async ({ usuario }) => await listDevices(deps, usuario.id),
		)
		app.post(
			'/api/admin_avisos',
			{
				config,
				preHandler,
				schema: { ...about, body: savePushDeviceRequest, response: { 200: pushDevice, ...errorAnswers } },
			},
			async (request) =>
				unwrap(await saveDevice(deps, request.usuario, { ...request.body, userAgent: deviceOf(request) })),
		)
		app.patch(
			'/api/admin_avisos/:id',
			{ config, schema: { ...withId, body: changePushKindsRequest, response: { 200: pushDevice, ...errorAnswers } } },
			async ({ usuario, params, body }) => unwrap(await changeKinds(deps.db, usuario, { ...params, ...body })),
		)
		app.post(
			'/api/admin_avisos/:id/aqui',
			{ config, schema: { ...withId, response: nothing } },
			async ({ usuario, params }, reply) => {
				unwrap(await bindDevice(deps.db, usuario, params.id))
				return reply.code(204).send(null)
			},
		)
		app.delete(
			'/api/admin_avisos/:id',
			{ config, schema: { ...withId, response: nothing } },
			async ({ usuario, params }, reply) => {
				unwrap(await removeDevice(deps, usuario, params.id))
				return reply.code(204).send(null)
			},
		)
	}
}

function testRoute(deps: PushRoutesDeps): FastifyPluginAsyncZod {
	const preHandler = deps.limits.limit('avisos', byAccount)
	return async (app) => {
		app.post(
			'/api/admin_avisos/:id/probar',
			{ config, preHandler, schema: { ...withId, response: { 200: testPushAnswer, ...errorAnswers } } },
			async ({ usuario, params }) => {
				const sent = await sendTest(deps, usuario.id, params.id)
				return unwrap(sent ? { resultado: sent.outcome, estado: sent.status ?? null } : fail('no_encontrado'))
			},
		)
	}
}

/** What a browser's worker tells without a login: that its subscription is another now. */
export function renewPushRoute(deps: PushRoutesDeps): FastifyPluginAsyncZod {
	return async (app) => {
		app.post(
			'/api/avisos_renovar',
			{
				preHandler: deps.limits.limit('avisos_renovar'),
				schema: { tags: ['panel: avisos'], body: renewPushRequest, response: nothing },
			},
			async ({ body }, reply) => {
				unwrap(await renewDevice(deps, body))
				return reply.code(204).send(null)
			},
		)
	}
}
