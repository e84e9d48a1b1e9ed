import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { simulators } from '@premium-shaker/simulators'
import Fastify from 'fastify'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import { createFlow } from '#modules/payments/server/flow/flow.ts'
import type { Gateway, IncomingNotification } from '#modules/payments/server/gateways/gateway.ts'
import { createMercadoPago } from '#modules/payments/server/mercadopago/mercadopago.ts'
import { createWebpay } from '#modules/payments/server/webpay/webpay.ts'
import { type PayButton, pay } from '#tests/gateways/pay-page.ts'

type FaultKind = '500' | '503' | '429' | 'lento' | 'basura' | 'corte' | 'corte_despues'

/** The parameters of the browser's return from a gateway. */
interface ReturnToShop {
	readonly method: 'GET' | 'POST'
	readonly path: string
	readonly fields: Record<string, string>
}

/** A gateway adapter in front of its simulator, and a shop that records notifications. */
export interface GatewayRig {
	readonly gateway: Gateway
	/** URL of the simulator. */
	readonly apiUrl: string
	readonly notifications: IncomingNotification[]
	/** Waits for that number of notifications; throws after at least half a minute. */
	notified(count: number): Promise<void>
	/** Presses a button of the pay page at `url`; undefined when the browser does not return. */
	press(url: string, button: PayButton, variant?: Record<string, string>): Promise<ReturnToShop | undefined>
	/** Makes the provider's next calls fail. */
	fail(kind: FaultKind, times?: number, path?: string): Promise<void>
	/** Changes the provider's behaviour. */
	adjust(settings: Record<string, unknown>): Promise<void>
	/** Posts a form to an operator page of the simulator. */
	operate(path: string, fields: Record<string, string>): Promise<Response>
	close(): Promise<void>
}

/** Timeout in ms of a call that is meant to time out; all others get a busy machine's time. */
const hastyMs = 1_000
const patientMs = 60_000

/** The shop's credentials at the simulators. */
export const accounts = {
	mercadopago: { accessToken: 'APP_USR-1', webhookSecret: 'wh-1' },
	flow: { apiKey: 'flow-1', secretKey: 'flow-secret-1' },
	webpay: { commerceCode: '597055555532', apiKey: 'webpay-1' },
	instagram: { token: 'ig-1' },
	openfactura: {
		apiKey: 'openfactura-1',
		organization: { rut: '99999999-9', razonSocial: 'P', giro: 'P', acteco: 1, direccion: 'P', comuna: 'P' },
	},
}

/** HTTP client of a gateway; the next calls to a path that contains `path` time out early. */
function createCalls() {
	let hasty = { path: '', times: 0 }
	const call: typeof fetch = (input, init) => {
		if (hasty.times === 0 || !String(input).includes(hasty.path)) return fetch(input, init)
		hasty.times -= 1
		return fetch(input, { ...init, signal: AbortSignal.timeout(hastyMs) })
	}
	return {
		call,
		timeOutSoon(path: string, times: number) {
			hasty = { path, times }
		},
	}
}

function connect(name: GatewayMethod, publicUrl: string, call: typeof fetch): Gateway {
	const place = { apiUrl: `${publicUrl}/simuladores/${name}`, publicUrl, timeoutMs: patientMs, fetch: call }
	switch (name) {
		case 'mercadopago':
			return createMercadoPago({ ...place, ...accounts.mercadopago })
		case 'flow':
			return createFlow({ ...place, ...accounts.flow, apiUrl: `${place.apiUrl}/api` })
		case 'webpay':
			return createWebpay({ ...place, ...accounts.webpay })
	}
}

/** Starts the rig of one gateway. `clock` sets the provider's time. */
export async function startRig(name: GatewayMethod, clock: () => Date = () => new Date()): Promise<GatewayRig> {
	const dataDir = mkdtempSync(join(tmpdir(), 'gateway-rig-'))
	const app = Fastify({ routerOptions: { ignoreTrailingSlash: true }, forceCloseConnections: true, pluginTimeout: 0 })
	let publicUrl = ''
	await app.register(simulators({ dataDir, baseUrl: () => publicUrl, ...accounts, clock }), { prefix: '/simuladores' })
	const notifications: IncomingNotification[] = []
	app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
		done(null, Object.fromEntries(new URLSearchParams(String(body)))),
	)
	app.post<{ Querystring: Record<string, string> }>('/api/webhooks/:gateway', async ({ headers, query, body }) => {
		notifications.push({ headers, query, body })
		return {}
	})
	await app.listen({ host: '127.0.0.1', port: 0 })
	publicUrl = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
	const apiUrl = `${publicUrl}/simuladores/${name}`
	const calls = createCalls()
	const gateway = connect(name, publicUrl, calls.call)

	const setFaults = async (body: object) => {
		const headers = { 'content-type': 'application/json' }
		const answer = await fetch(`${apiUrl}/_faults`, { method: 'POST', headers, body: JSON.stringify(body) })
		if (!answer.ok) throw new Error(`the switch of faults answered ${answer.status}: ${await answer.text()}`)
	}

	return {
		gateway,
		apiUrl,
		notifications,
		async notified(count) {
			for (let tries = 0; tries < 1_500 && notifications.length < count; tries += 1) await wait(20)
			if (notifications.length < count) throw new Error(`${notifications.length} of ${count} notifications came`)
		},
		async press(url, button, variant) {
			const back = await pay(url, button, variant)
			if (!back) return undefined
			const { pathname, searchParams } = new URL(back.url)
			return { method: back.method, path: pathname, fields: { ...Object.fromEntries(searchParams), ...back.fields } }
		},
		fail(tipo, veces = 1, ruta = '') {
			if (tipo === 'lento') calls.timeOutSoon(ruta, veces)
			return setFaults({ fallas: [{ tipo, veces, ruta, demora_ms: 3 * hastyMs }] })
		},
		adjust: (ajustes) => setFaults({ ajustes }),
		operate: (path, fields) =>
			fetch(`${apiUrl}${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' }),
		async close() {
			await app.close()
			rmSync(dataDir, { recursive: true, force: true })
		},
	}
}
