import { expect, test } from 'vitest'
import { clp } from '#core/rules/money.ts'
import { createOpenfactura } from '#modules/tax-documents/server/openfactura.ts'
import { createCallPace } from '#modules/tax-documents/server/openfactura-client.ts'
import { testCompany } from '#modules/tax-documents/server/tax-variables.ts'
import { amountsOf, type TaxDocument } from '#modules/tax-documents/tax-document.ts'
import { recorded } from '#tests/contracts/recorded.ts'

const boleta: TaxDocument = {
	id: 'd1',
	tipo: 39,
	fecha: '2026-11-20',
	receptor: null,
	medio_pago: 3,
	referencia: null,
	...amountsOf({ lines: [{ nombre: 'Shaker', cantidad: 1, precio: 29_990 }], despacho: 0 }, clp(29_990)),
}
const ref = { tipo: 39, folio: 109, token: 'b3cf' } as const

type Reply = [name: string, status?: number] | (() => Promise<Response>)

/** A provider that gives these answers in order, then repeats the last. */
function answering(...replies: Reply[]) {
	const requests: { url: string; init: RequestInit | undefined }[] = []
	const fetch = async (url: unknown, init?: RequestInit) => {
		requests.push({ url: String(url), init })
		const reply = replies[Math.min(requests.length, replies.length) - 1]
		if (typeof reply === 'function') return await reply()
		return Response.json(recorded(`openfactura-${reply?.[0]}`), { status: reply?.[1] ?? 200 })
	}
	const pace = createCallPace({ perSecond: 0, perMinute: 0 })
	const calls = {
		apiKey: 'llave',
		apiUrl: 'https://proveedor.test/v2/dte',
		pace,
		fetch: fetch as typeof globalThis.fetch,
	}
	return { driver: createOpenfactura(calls, testCompany), requests }
}

const failing = (code: string) => () =>
	Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code }) }))
const token = 'b3cfd2d2ea9cb6d38fa7d6f3df3c2d43eb13598aacb83c0da9580d6de629da95'

test('an issued document is read with its own key and a warning', async () => {
	const { driver, requests } = answering(['emitted'])
	expect(await driver.emit(boleta)).toEqual({ kind: 'emitted', folio: 109, token, warnings: ['opcional'] })
	expect(requests[0]?.url).toBe('https://proveedor.test/v2/dte/document')
	expect(requests[0]?.init).toMatchObject({ method: 'POST', headers: { apikey: 'llave', 'idempotency-key': 'd1' } })
})

test('a used key returns its document, and issues no other', async () => {
	const { driver, requests } = answering(['repeated', 400], ['json'])
	expect(await driver.emit(boleta)).toEqual({ kind: 'emitted', folio: 109, token, warnings: [] })
	expect(requests.map(({ url, init }) => [init?.method ?? 'GET', new URL(url).pathname])).toEqual([
		['POST', '/v2/dte/document'],
		['GET', `/v2/dte/document/${token}/json`],
	])
})

test('a used key whose document cannot be read has an unknown result, and never counts as not issued', async () => {
	const { driver } = answering(['repeated', 400], failing('ECONNREFUSED'))
	expect(await driver.emit(boleta)).toMatchObject({ kind: 'unknown', didNothing: false })
})

test('a used key with another document is marked for manual review', async () => {
	const { driver } = answering(['repeated', 400], ['json'])
	expect(await driver.emit({ ...boleta, total: clp(30_000) })).toMatchObject({ kind: 'refused', code: 'OF-06' })
})

test('a rejection names code and field in both of its formats', async () => {
	const enveloped = answering(['wrong-amount', 400]).driver
	const reason = 'Validación de Campos; MntNeto: Monto erróneo : 1000'
	expect(await enveloped.emit(boleta)).toEqual({ kind: 'refused', code: 'OF-10', reason })
	const bare = answering(['bare-error', 400]).driver
	expect(await bare.emit(boleta)).toMatchObject({
		kind: 'refused',
		reason: 'Validación de Campos.; Error: Fecha Incorrecta',
	})
})

test.each([
	['a wrong key', () => answering(['bad-key', 401]), { kind: 'unknown', didNothing: true }],
	['too many calls', () => answering(['limited', 429]), { kind: 'rate_limited', retryAfterSeconds: 7 }],
	['an unsent call', () => answering(failing('ECONNREFUSED')), { kind: 'unknown', didNothing: true }],
	['a broken connection', () => answering(failing('ECONNRESET')), { kind: 'unknown', didNothing: false }],
	['a server error', () => answering(['bad-key', 503]), { kind: 'unknown', didNothing: false }],
	['an unknown call', () => answering(['bad-key', 404]), { kind: 'unknown', didNothing: true }],
	['a page', () => answering(async () => new Response('<html>')), { kind: 'unknown', didNothing: false }],
	['a foreign 400', () => answering(async () => new Response('no', { status: 400 })), { kind: 'unknown' }],
])('%s returns a result and throws nothing', async (_name, open, expected) => {
	const result = await open().driver.emit(boleta)
	expect(result).toMatchObject(expected)
	expect(JSON.stringify(result)).not.toContain('llave-')
})

test.each([
	['OF-07', { kind: 'no_folios' }],
	['OF-13', { kind: 'unknown', didNothing: false }],
	['OF-21', { kind: 'unknown', didNothing: false }],
	['OF-23', { kind: 'unknown', didNothing: true }],
	['OF-08', { kind: 'refused', code: 'OF-08' }],
])('the error %s is read as documented', async (code, expected) => {
	const { driver } = answering(async () => Response.json({ error: { code, message: 'x' } }, { status: 400 }))
	expect(await driver.emit(boleta)).toMatchObject(expected)
})

test.each([
	['Aceptado', 'aceptado'],
	['Aceptado con Reparo', 'aceptado_con_reparos'],
	['Rechazado', 'rechazado'],
	['Pendiente', 'pendiente'],
	['Sin estado', 'pendiente'],
])('the state %s is read as documented', async (estado, known) => {
	const { driver } = answering(async () => Response.json({ ...recorded('openfactura-status'), estado }))
	expect(await driver.status(ref)).toEqual({ kind: 'known', estado: known, detail: estado })
})

test('the folios and the company are read', async () => {
	const folios = await answering(['folios']).driver.folios()
	expect(folios).toEqual({ kind: 'folios', remaining: new Map([[33, 304_938]]) })
	expect(await answering(['organization']).driver.organization()).toEqual({
		kind: 'organization',
		rut: '76795561-8',
		razon_social: 'HAULMER CHILE SPA',
		actividades: ['479100'],
		resolucion: { fecha: '2018-03-26', numero: 0 },
	})
})

test('a file of another type is rejected', async () => {
	const file = (pdf: string) => answering(async () => Response.json({ pdf, folio: 109 })).driver.file(ref, 'pdf')
	expect(await file(btoa('<html>'))).toMatchObject({ kind: 'unknown' })
	expect(await file(btoa('%PDF-1.4'))).toEqual({ kind: 'file', bytes: Buffer.from('%PDF-1.4') })
	const missing = answering(async () => Response.json({ code: 'OF-22', message: 'x', details: {} }, { status: 400 }))
	expect(await missing.driver.file(ref, 'pdf')).toEqual({ kind: 'missing' })
})
