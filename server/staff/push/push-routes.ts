import type { FastifyPluginAsync } from 'fastify'
import { fail } from '#contract/failure.ts'
import * as endpoints from '#contract/staff/push-endpoints.ts'
import { renewPush } from '#contract/staff/push-worker-endpoints.ts'
import { deviceOf } from '#server/accounts/login-routes.ts'
import { handle } from '#server/http/handle.ts'
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

export function pushRoutes(deps: StaffDeps & PushContext): FastifyPluginAsync {
	return async (app) => {
		handle(app, endpoints.listPushDevices, async ({ usuario }) => await listDevices(deps, usuario.id))
		handle(app, endpoints.savePushDevice, async (request) =>
			unwrap(await saveDevice(deps, request.usuario, { ...request.body, userAgent: deviceOf(request) })),
		)
		handle(app, endpoints.changePushKinds, async ({ usuario, params, body }) =>
			unwrap(await changeKinds(deps.db, usuario, { ...params, ...body })),
		)
		handle(app, endpoints.bindPushDevice, async ({ usuario, params }) => {
			unwrap(await bindDevice(deps.db, usuario, params.id))
			return null
		})
		handle(app, endpoints.removePushDevice, async ({ usuario, params }) => {
			unwrap(await removeDevice(deps, usuario, params.id))
			return null
		})
		handle(app, endpoints.testPush, async ({ usuario, params }) => {
			const sent = await sendTest(deps, usuario.id, params.id)
			return unwrap(sent ? { resultado: sent.outcome, estado: sent.status ?? null } : fail('no_encontrado'))
		})
		handle(app, renewPush, async ({ body }) => {
			unwrap(await renewDevice(deps, body))
			return null
		})
	}
}
