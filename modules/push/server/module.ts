import type { FastifyInstance } from 'fastify'
import { handle } from '#core/server/http/handle.ts'
import { defineModule } from '#core/server/module.ts'
import type { SecretKeys } from '#core/server/platform/secrets.ts'
import type { Context } from '#modules/lists/context.ts'
import * as endpoints from '#modules/push/endpoints.ts'
import {
	changeDevice,
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
	handle(app, endpoints.listPushDevices, ({ usuario }) => listDevices(deps, usuario.id))
	handle(app, endpoints.savePushDevice, (request) => saveDevice(deps, request))
	handle(app, endpoints.changePushKinds, ({ usuario, params, body }) => changeDevice(deps.db, usuario, params.id, body))
	handle(app, endpoints.bindPushDevice, async ({ usuario, params }) => {
		await changeDevice(deps.db, usuario, params.id, { sesion_id: usuario.sid })
		return null
	})
	handle(app, endpoints.removePushDevice, ({ usuario, params }) => removeDevice(deps, usuario, params.id))
	handle(app, endpoints.testPush, ({ usuario, params }) => sendTest(deps, usuario.id, params.id))
	handle(app, renewPush, ({ body }) => renewDevice(deps, body))
}
