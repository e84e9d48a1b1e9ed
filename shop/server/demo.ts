import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'

const random = () => randomBytes(24).toString('hex')
const secret = z.string().default(random)

/** Secrets that a demo generates, so that it runs without configuration. */
const demoSecrets = z.object({
	secretKey: secret,
	mercadopagoToken: z.string().default(() => `TEST-${random()}`),
	mercadopagoWebhookSecret: secret,
	flowApiKey: secret,
	flowSecretKey: secret,
	webpayApiKey: secret,
	instagramToken: secret,
})
export type DemoSecrets = Readonly<z.output<typeof demoSecrets>>

/** The demo's additions: its secrets, and the address and pages of its simulators. */
export interface Demo {
	readonly secrets: DemoSecrets
	/** The address of its own simulators for this process. */
	readonly simulatorsUrl: string
	readonly plugin: FastifyPluginAsync
}

/** The key of Google's simulator. */
export const demoMapsKey = 'demo'

/** The commerce code of the demo's Webpay. */
export const demoCommerceCode = '597055555532'

/** The credentials of each simulator of the shop's own providers. */
export function simulatorCredentials(secrets: DemoSecrets) {
	return {
		mercadopago: { accessToken: secrets.mercadopagoToken, webhookSecret: secrets.mercadopagoWebhookSecret },
		flow: { apiKey: secrets.flowApiKey, secretKey: secrets.flowSecretKey },
		webpay: { commerceCode: demoCommerceCode, apiKey: secrets.webpayApiKey },
		instagram: { token: secrets.instagramToken },
		googleMaps: { key: demoMapsKey },
	} satisfies Record<GatewayMethod | 'instagram' | 'googleMaps', object>
}

/** The key for simulators in another machine's browser; stable over restarts, as is its cookie. */
export function simulatorsKey({ secretKey }: DemoSecrets): string {
	return createHmac('sha256', secretKey).update('simuladores').digest('base64url')
}

/** Reads the demo's secrets and generates missing ones; sessions so survive a restart. */
export function readDemoSecrets(dataDir: string): DemoSecrets {
	const path = join(dataDir, 'secretos-demo.json')
	const stored = existsSync(path) ? readFileSync(path, 'utf8') : '{}'
	const secrets = demoSecrets.parse(JSON.parse(stored))
	const whole = JSON.stringify(secrets, null, '\t')
	if (whole !== stored) {
		mkdirSync(dataDir, { recursive: true })
		writeFileSync(path, whole, { mode: 0o600 })
	}
	return secrets
}
