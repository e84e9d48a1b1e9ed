import type { FastifyInstance } from 'fastify'
import { orRefuse, refuse } from '#core/contract/failure.ts'
import { handle } from '#core/server/http/handle.ts'
import { defineModule } from '#core/server/module.ts'
import type { SecretKeys } from '#core/server/platform/secrets.ts'
import { deviceOf } from '#modules/accounts/server/log-in.ts'
import type { Context } from '#modules/lists/context.ts'
import * as endpoints from '#modules/push/endpoints.ts'
import {
	bindDevice,
	changeKinds,
	type DeviceDeps,
	listDevices,
	removeDevice,
	renewDevice,
	saveDevice,
} from '#modules/push/server/devices.ts'
import { fanOutNotice, type SendContext, sendNotice, sendTest } from '#modules/push/server/send-notice.ts'
import { openVapidKeys } from '#modules/push/server/vapid-keys.ts'
import { createPushServices, type PushSetup } from '#modules/push/server/web-push.ts'
import { renewPush } from '#modules/push/worker-endpoints.ts'

interface PushNeeds extends Context {
	readonly keys: SecretKeys
	readonly publicUrl: string
	readonly env: { readonly VAPID_PRIVATE_KEY?: string | undefined; readonly STAFF_EMAIL: string }
	readonly demo: { readonly simulatorsUrl: string } | undefined
}

/** Alerts to staff as notices on their phones, by Web Push. */
export const push = defineModule<PushNeeds>({
	name: 'push',
	async open(services) {
		const deps = { ...services, push: await openPush(services) }
		return {
			routes: async (app) => addRoutes(app, deps),
			jobs: {
				avisar_equipo: ({ aviso }) => fanOutNotice(deps, aviso),
				enviar_aviso: (job) => sendNotice(deps, job),
			},
		}
	},
})

/** Opens Web Push. Its contact address is the shop's, or in a demo the staff's. */
async function openPush({ db, keys, log, publicUrl, env, demo }: PushNeeds): Promise<PushSetup> {
	return {
		keys: await openVapidKeys({ db, secrets: keys, log, given: env.VAPID_PRIVATE_KEY }),
		contact: publicUrl.startsWith('https:') ? publicUrl : `mailto:${env.STAFF_EMAIL}`,
		services: createPushServices(demo && `${demo.simulatorsUrl}/push/`),
		publicUrl,
	}
}

function addRoutes(app: FastifyInstance, deps: DeviceDeps & SendContext): void {
	handle(app, endpoints.listPushDevices, async ({ usuario }) => await listDevices(deps, usuario.id))
	handle(app, endpoints.savePushDevice, (request) =>
		saveDevice(deps, request.usuario, { ...request.body, userAgent: deviceOf(request) }),
	)
	handle(app, endpoints.changePushKinds, ({ usuario, params, body }) =>
		changeKinds(deps.db, usuario, { ...params, ...body }),
	)
	handle(app, endpoints.bindPushDevice, async ({ usuario, params }) => {
		await bindDevice(deps.db, usuario, params.id)
		return null
	})
	handle(app, endpoints.removePushDevice, async ({ usuario, params }) => {
		await removeDevice(deps, usuario, params.id)
		return null
	})
	handle(app, endpoints.testPush, async ({ usuario, params }) => {
		const sent = await sendTest(deps, usuario.id, params.id)
		return orRefuse(sent ? { resultado: sent.outcome, estado: sent.status ?? null } : refuse('no_encontrado'))
	})
	handle(app, renewPush, async ({ body }) => {
		await renewDevice(deps, body)
		return null
	})
}
