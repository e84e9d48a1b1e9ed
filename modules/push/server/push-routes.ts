import type { FastifyPluginAsync } from 'fastify'
import { fail } from '#core/contract/failure.ts'
import { handle } from '#core/server/http/handle.ts'
import { unwrap } from '#core/server/http/unwrap.ts'
import { deviceOf } from '#modules/accounts/server/login-routes.ts'
import type { StaffDeps } from '#modules/context.ts'
import * as endpoints from '#modules/push/endpoints.ts'
import {
	bindDevice,
	changeKinds,
	listDevices,
	removeDevice,
	renewDevice,
	saveDevice,
} from '#modules/push/server/devices.ts'
import type { PushContext } from '#modules/push/server/push-setup.ts'
import { sendTest } from '#modules/push/server/send-notice.ts'
import { renewPush } from '#modules/push/worker-endpoints.ts'

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
