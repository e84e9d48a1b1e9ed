import { createHmac, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyPluginAsync } from 'fastify'
import { z } from 'zod'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import { isThisMachine, reachOf } from '#core/server/platform/variables.ts'

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

/** The settings that decide who can reach a demo. */
interface DemoExposure {
	/** Undefined when unset. */
	readonly SHOP_MODE: string | undefined
	readonly HOST: string
	readonly PUBLIC_URL?: string | undefined
	readonly TRUSTED_PROXIES?: string | undefined
	readonly DATABASE_URL?: string | undefined
}

/**
 * The reason why a demo with these settings does not start: everybody who reaches it can read the mails and log in as
 * staff.
 */
export function demoProblem({ SHOP_MODE, ...settings }: DemoExposure): string | undefined {
	const { HOST, PUBLIC_URL, TRUSTED_PROXIES, DATABASE_URL } = settings
	const site = PUBLIC_URL === undefined ? undefined : new URL(PUBLIC_URL)
	const reach = site ? reachOf(site.hostname) : 'machine'
	const isOnTheWeb = site?.protocol === 'https:' || reach === 'public'
	if (SHOP_MODE !== undefined) {
		if (!isOnTheWeb) return undefined
		return `PUBLIC_URL no puede ser ${PUBLIC_URL} con SHOP_MODE=demo, donde cualquiera lee los correos y entra como el equipo: escribe SHOP_MODE=production, o quita PUBLIC_URL`
	}
	const hints = [
		...(isOnTheWeb || reach !== 'machine' ? ['PUBLIC_URL'] : []),
		...(reachOf(HOST) === 'machine' ? [] : ['HOST']),
		...(TRUSTED_PROXIES === undefined ? [] : ['TRUSTED_PROXIES']),
		...(DATABASE_URL === undefined ? [] : ['DATABASE_URL']),
	]
	if (hints.length === 0) return undefined
	const choice = isOnTheWeb ? '' : ', o SHOP_MODE=demo si es una demostración en tu propia red'
	return `SHOP_MODE falta, y con ${hints.join(' y ')} otros pueden llegar a esta tienda: escribe SHOP_MODE=production para vender${choice}`
}

/** The settings that expose this demo; empty when only this machine reaches it. */
export function exposedBy(demo: {
	readonly HOST: string
	readonly publicUrl: string
	readonly TRUSTED_PROXIES?: string | undefined
}): string[] {
	const { HOST, publicUrl, TRUSTED_PROXIES } = demo
	return [
		...(reachOf(HOST) === 'machine' ? [] : [`HOST=${HOST}`]),
		...(isThisMachine(publicUrl) ? [] : [`PUBLIC_URL=${publicUrl}`]),
		...(TRUSTED_PROXIES === undefined ? [] : [`TRUSTED_PROXIES=${TRUSTED_PROXIES}`]),
	]
}
