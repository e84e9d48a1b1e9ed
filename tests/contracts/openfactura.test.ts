import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openfacturaSimulator } from '@premium-shaker/simulators/openfactura'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { clp } from '#core/rules/money.ts'
import type { ReportKey } from '#core/server/platform/provider-key.ts'
import { createOpenfactura } from '#modules/tax-documents/server/openfactura.ts'
import { createCallPace } from '#modules/tax-documents/server/openfactura-client.ts'
import { testCompany } from '#modules/tax-documents/server/tax-variables.ts'
import { amountsOf, type Receptor, type TaxDocument } from '#modules/tax-documents/tax-document.ts'

const { rut, razon_social: razonSocial, giro, acteco, direccion, comuna } = testCompany
const organization = { rut, razonSocial, giro, acteco, direccion, comuna }
const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Santiago' }).format(new Date())

let app: FastifyInstance
let dataDir: string
let address: string

beforeAll(async () => {
	dataDir = mkdtempSync(join(tmpdir(), 'openfactura-'))
	app = Fastify({ forceCloseConnections: true, pluginTimeout: 0 })
	const limits = { perSecond: 0, perMinute: 0 }
	await app.register(openfacturaSimulator({ dataDir, apiKey: 'llave', organization, limits }), { prefix: '/of' })
	address = await app.listen({ port: 0, host: '127.0.0.1' })
})
beforeEach(async () => {
	await app.inject({ method: 'DELETE', url: '/of/_faults' })
	await adjust({ segundos_pendiente: 0 })
})
afterAll(async () => {
	await app.close()
	rmSync(dataDir, { recursive: true })
})

function driver(apiKey = 'llave', timeoutMs = 20_000, onKey?: ReportKey) {
	const pace = createCallPace({ perSecond: 0, perMinute: 0 })
	return createOpenfactura({ apiKey, apiUrl: `${address}/of/v2/dte`, pace, timeoutMs, onKey }, testCompany)
}

const adjust = (ajustes: object, fallas: object[] = []) =>
	app.inject({ method: 'POST', url: '/of/_faults', payload: { ajustes, fallas } })
const books = async () => (await app.inject('/of/_documentos')).json().documentos as { clave: string; folio: number }[]

const someone: Receptor = {
	rut: '12.345.678-5',
	razon_social: 'Comercial Ñandú & Cía. SpA',
	giro: 'Arriendo',
	direccion: 'Av. Siempre Viva 742',
	comuna: 'Ñuñoa',
}

function documentOf(changes: Partial<TaxDocument> = {}, total = 31_490): TaxDocument {
	const lines = [{ nombre: 'Premium Shaker – Rosado', cantidad: 1, precio: 32_990 }]
	const amounts = amountsOf({ lines, despacho: 3_500 }, clp(total))
	return {
		id: randomUUID(),
		tipo: 39,
		fecha: today,
		receptor: null,
		medio_pago: 3,
		referencia: null,
		...amounts,
		...changes,
	}
}

async function emitted(document: TaxDocument) {
	const result = await driver().emit(document)
	if (result.kind !== 'emitted') throw new Error(JSON.stringify(result))
	return { tipo: document.tipo, folio: result.folio, token: result.token }
}

test('a boleta with a discount is issued, accepted and readable', async () => {
	const ref = await emitted(documentOf())
	expect(await driver().status(ref)).toEqual({ kind: 'known', estado: 'aceptado', detail: 'Aceptado' })
	for (const [format, begins] of [
		['pdf', '%PDF'],
		['xml', '<?xml'],
	] as const) {
		const file = await driver().file(ref, format)
		expect(file.kind === 'file' && Buffer.from(file.bytes).toString('latin1')).toMatch(
			new RegExp(`^.{0}${begins.replace('?', '\\?')}`),
		)
	}
})

test('every total can be issued, as a boleta and as a factura, with any net and IVA', async () => {
	for (let total = 1_000; total < 1_060; total += 1) {
		await emitted(documentOf({}, total))
		await emitted(documentOf({ tipo: 33, receptor: someone }, total))
	}
})

test('a named buyer, a factura and a nota de crédito of each are accepted', async () => {
	for (const document of [
		documentOf({ receptor: someone }),
		documentOf({ tipo: 33, receptor: someone }),
		documentOf(),
	]) {
		const { tipo, folio } = await emitted(document)
		if (tipo === 61) continue
		const referencia = { tipo, folio, fecha: today, motivo: 'Devolución' }
		await emitted({ ...document, id: randomUUID(), tipo: 61, referencia })
	}
})

test('a boleta above 135 UF is accepted with a named buyer, and otherwise rejected with the field named', async () => {
	const big = documentOf({ receptor: someone }, 5_400_000)
	await emitted(big)
	const result = await driver().emit({ ...big, id: randomUUID(), receptor: null })
	expect(result).toMatchObject({ kind: 'refused', code: 'OF-10', reason: expect.stringContaining('RUTRecep') })
})

test('a document sent again returns the issued one', async () => {
	const document = documentOf()
	const first = await emitted(document)
	expect(await emitted(document)).toEqual(first)
	expect((await books()).filter(({ clave }) => clave === document.id)).toHaveLength(1)
})

test('a document whose answer was lost is found by sending it again', async () => {
	const document = documentOf()
	await adjust({}, [{ tipo: 'corte_despues', ruta: '/document' }])
	expect(await driver().emit(document)).toMatchObject({ kind: 'unknown', didNothing: false })
	const made = (await books()).filter(({ clave }) => clave === document.id)
	expect(made).toHaveLength(1)
	expect(await emitted(document)).toMatchObject({ folio: made[0]?.folio })
	expect((await books()).filter(({ clave }) => clave === document.id)).toHaveLength(1)
})

test('a document whose answer is late has an unknown result and is issued', async () => {
	const document = documentOf()
	await adjust({}, [{ tipo: 'lento', ruta: '/document', demora_ms: 300 }])
	expect(await driver('llave', 50).emit(document)).toMatchObject({ kind: 'unknown', didNothing: false })
	await expect.poll(async () => (await books()).filter(({ clave }) => clave === document.id)).toHaveLength(1)
	await emitted(document)
	expect((await books()).filter(({ clave }) => clave === document.id)).toHaveLength(1)
})

test.each(['500', '503', '429', 'basura', 'corte'])(
	'a document is not issued after the answer %s, and is issued on retry',
	async (tipo) => {
		const document = documentOf()
		await adjust({}, [{ tipo, ruta: '/document' }])
		expect((await driver().emit(document)).kind).toBe(tipo === '429' ? 'rate_limited' : 'unknown')
		await emitted(document)
	},
)

test.each([
	['Aceptado con Reparo', 'aceptado_con_reparos'],
	['Rechazado', 'rechazado'],
	['Sin estado', 'pendiente'],
])('a document can end %s', async (resultado, estado) => {
	await adjust({ resultado })
	expect(await driver().status(await emitted(documentOf()))).toMatchObject({ kind: 'known', estado })
})

test.each(['texto', 'lista'])('a warning as %s stops no document', async (advertencia) => {
	await adjust({ advertencia })
	expect(await driver().emit(documentOf())).toMatchObject({ kind: 'emitted', warnings: [expect.any(String)] })
})

test("a document is rejected without folios, with another account's key and with another company", async () => {
	const form = { 'content-type': 'application/x-www-form-urlencoded' }
	const leave = (count: number) =>
		app.inject({ method: 'POST', url: '/of/operador/folios', headers: form, payload: `tipo=39&disponibles=${count}` })
	await leave(0)
	expect(await driver().emit(documentOf())).toEqual({ kind: 'no_folios' })
	expect(await driver().folios()).toMatchObject({ remaining: expect.any(Map) })
	const folios = await driver().folios()
	expect(folios.kind === 'folios' && folios.remaining.get(39)).toBe(0)
	await leave(100)
	expect(await driver('otra').folios()).toMatchObject({ kind: 'unknown', didNothing: true })
	expect(await driver().organization()).toMatchObject({ rut, actividades: [String(acteco)] })
})

test('reports whether the provider accepts the key', async () => {
	const reported: (string | undefined)[] = []
	const ask = (apiKey: string) => driver(apiKey, 20_000, (refusal) => reported.push(refusal)).folios()
	expect(await ask('otra')).toMatchObject({ kind: 'unknown', didNothing: true })
	expect(reported).toEqual([expect.stringContaining('does not accept the key (401)')])
	await ask('llave')
	expect(reported.at(-1)).toBeUndefined()
	expect(reported).toHaveLength(2)
})
