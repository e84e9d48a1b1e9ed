import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openfacturaSimulator } from './openfactura.ts'

const organization = {
	rut: '99999999-9',
	razonSocial: 'EMPRESA DE PRUEBA SpA',
	giro: 'VENTA DE PRUEBA',
	acteco: 479_100,
	direccion: 'CALLE FICTICIA 1',
	comuna: 'SANTIAGO',
}
const place = { DirOrigen: organization.direccion, CmnaOrigen: organization.comuna }

function boleta(total: number, changes: { IdDoc?: object; Emisor?: object; Receptor?: object; Totales?: object } = {}) {
	const net = Math.round(total / 1.19)
	const emisor = { RUTEmisor: organization.rut, RznSocEmisor: organization.razonSocial, GiroEmisor: organization.giro }
	return {
		Encabezado: {
			IdDoc: { TipoDTE: 39, Folio: 0, FchEmis: '2026-11-20', IndServicio: 3, ...changes.IdDoc },
			Emisor: { ...emisor, ...place, ...changes.Emisor },
			Receptor: { RUTRecep: '66666666-6', ...changes.Receptor },
			Totales: { MntNeto: net, IVA: total - net, MntTotal: total, ...changes.Totales },
		},
		Detalle: [{ NroLinDet: 1, NmbItem: 'Shaker eléctrico', QtyItem: 1, PrcItem: total, MontoItem: total }],
	}
}

function note(total: number, folio: number, reference: object = {}) {
	const { Detalle, Encabezado } = boleta(total)
	const { rut: RUTEmisor, razonSocial: RznSoc, giro: GiroEmis, acteco: Acteco } = organization
	return {
		Encabezado: {
			IdDoc: { TipoDTE: 61, Folio: 0, FchEmis: '2026-11-20', MntBruto: 1 },
			Emisor: { RUTEmisor, RznSoc, GiroEmis, Acteco, ...place },
			Receptor: {
				RUTRecep: '66666666-6',
				RznSocRecep: 'CONSUMIDOR FINAL',
				GiroRecep: 'PARTICULAR',
				DirRecep: 'SIN DIRECCION',
				CmnaRecep: 'SANTIAGO',
			},
			Totales: { ...Encabezado.Totales, TasaIVA: '19' },
		},
		Detalle,
		Referencia: [
			{
				NroLinRef: 1,
				TpoDocRef: '39',
				FolioRef: String(folio),
				FchRef: '2026-11-20',
				CodRef: '1',
				...reference,
			},
		],
	}
}

const company = {
	RUTRecep: '76192083-9',
	RznSocRecep: 'Comercial Ñandú SpA',
	GiroRecep: 'Arriendo de bicicletas',
	DirRecep: 'Av. Siempre Viva 742',
	CmnaRecep: 'Ñuñoa',
}

/** A factura of one gross line to a company; `changes` override receiver and totals. */
function factura(total: number, changes: { Receptor?: object; Emisor?: object; Totales?: object } = {}) {
	const { Referencia: _, ...dte } = note(total, 1)
	const { IdDoc, Emisor, Totales } = dte.Encabezado
	const Encabezado = {
		IdDoc: { ...IdDoc, TipoDTE: 33, FmaPago: 1 },
		Emisor: { ...Emisor, ...changes.Emisor },
		Receptor: { ...company, ...changes.Receptor },
		Totales: { ...Totales, ...changes.Totales },
	}
	return { ...dte, Encabezado }
}

describe('the OpenFactura simulator', () => {
	let dataDir: string
	let app: FastifyInstance
	let now: Date

	async function start(limits = { perSecond: 0, perMinute: 0 }) {
		const started = Fastify()
		const options = { dataDir, apiKey: 'llave', organization, limits, clock: () => now }
		await started.register(openfacturaSimulator(options), { prefix: '/openfactura' })
		return started
	}

	const call = (url: string, payload?: object, headers: Record<string, string> = {}) =>
		app.inject({
			url: `/openfactura/v2/dte${url}`,
			headers: { apikey: 'llave', ...headers },
			...(payload ? { method: 'POST', payload } : {}),
		})
	const emit = (dte: object, key?: string, response = ['FOLIO']) =>
		call('/document', { response, dte }, key ? { 'idempotency-key': key } : {})
	const adjust = (ajustes: object, fallas: object[] = []) =>
		app.inject({ method: 'POST', url: '/openfactura/_faults', payload: { ajustes, fallas } })
	const later = (minutes: number) => {
		now = new Date(now.getTime() + minutes * 60_000)
	}

	beforeEach(async () => {
		now = new Date('2026-11-20T15:00:00Z')
		dataDir = mkdtempSync(join(tmpdir(), 'openfactura-'))
		app = await start()
	})
	afterEach(async () => {
		await app.close()
		rmSync(dataDir, { recursive: true })
	})

	test('numbers each type separately, also across a restart', async () => {
		expect((await emit(boleta(29_990))).json()).toMatchObject({
			FOLIO: 1,
			TOKEN: expect.stringMatching(/^[\da-f]{64}$/),
		})
		await app.close()
		app = await start()
		expect((await emit(boleta(1))).json().FOLIO).toBe(2)
		later(1)
		expect((await emit(note(29_990, 1))).json().FOLIO).toBe(1)
	})

	test('answers a repeated key with the first token for a day, and uses no folio', async () => {
		const first = (await emit(boleta(29_990), 'k')).json()
		const again = await emit(boleta(29_990), 'k')
		expect(again.statusCode).toBe(400)
		expect(again.json()).toMatchObject({ error: { code: 'OF-06', details: [{ field: 'token', issue: first.TOKEN }] } })
		later(24 * 60)
		expect((await emit(boleta(29_990), 'k')).json().FOLIO).toBe(2)
	})

	test('returns a pending state, then the decided one', async () => {
		const { TOKEN } = (await emit(boleta(29_990))).json()
		const state = async () => (await call(`/document/${TOKEN}/status`)).json()
		expect(await state()).toEqual({ estado: 'Pendiente', token: TOKEN })
		later(1)
		expect((await call('/document/99999999-9/39/1/status')).json()).toEqual({ estado: 'Aceptado', folio: '1' })
		const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } } as const
		const url = `/openfactura/operador/documentos/${TOKEN}`
		await app.inject({ ...form, url, payload: 'resultado=Rechazado' })
		expect((await state()).estado).toBe('Rechazado')
	})

	test.each([
		['without its sums', boleta(1_005, { Totales: { MntNeto: 844, IVA: 161 } }), 'OF-10', 'MntNeto'],
		['of another total', boleta(1_000, { Totales: { MntTotal: 999 } }), 'OF-10', 'MntTotal'],
		['to a RUT whose sign is wrong', boleta(1_000, { Receptor: { RUTRecep: '12345678-9' } }), 'OF-10', 'RUTRecep'],
		['of a RUT with dots', boleta(1_000, { Emisor: { RUTEmisor: '99.999.999-9' } }), 'OF-10', 'RUTEmisor'],
		['of another company', boleta(1_000, { Emisor: { RUTEmisor: '11111111-1' } }), 'OF-03', 'RUTEmisor'],
		['of tomorrow', boleta(1_000, { IdDoc: { FchEmis: '2026-11-21' } }), 'OF-10', 'FchEmis'],
		['with a folio', boleta(1_000, { IdDoc: { Folio: 7 } }), 'OF-08', 'Encabezado.IdDoc.Folio'],
		[
			'without its kind of service',
			boleta(1_000, { IdDoc: { IndServicio: undefined } }),
			'OF-02',
			'Encabezado.IdDoc.IndServicio',
		],
		['with a field of a factura', boleta(1_000, { Totales: { TasaIVA: '19' } }), 'OF-08', 'Encabezado.Totales'],
		['of a type that it does not make', boleta(1_000, { IdDoc: { TipoDTE: 52 } }), 'OF-05', 'TipoDTE'],
		['above 135 UF to nobody', boleta(6_000_000), 'OF-10', 'RUTRecep'],
		['with nothing in it', {}, 'OF-01', undefined],
	])('rejects a boleta %s, and uses no folio', async (_name, dte, code, field) => {
		const { error } = (await emit(dte)).json()
		expect(error.code).toBe(code)
		if (field) expect(error.details[0].field).toBe(field)
		expect((await emit(boleta(1_000))).json().FOLIO).toBe(1)
	})

	test.each([
		...['RUTRecep', 'RznSocRecep', 'GiroRecep', 'DirRecep', 'CmnaRecep'].map(
			(name) =>
				[`without ${name}`, { Receptor: { [name]: undefined } }, 'OF-02', `Encabezado.Receptor.${name}`] as const,
		),
		['without Acteco', { Emisor: { Acteco: undefined } }, 'OF-02', 'Encabezado.Emisor.Acteco'],
		['to a long name', { Receptor: { RznSocRecep: 'x'.repeat(101) } }, 'OF-08', 'Encabezado.Receptor.RznSocRecep'],
		['to an empty giro', { Receptor: { GiroRecep: '' } }, 'OF-08', 'Encabezado.Receptor.GiroRecep'],
		['to a wrong RUT', { Receptor: { RUTRecep: '76192083-8' } }, 'OF-10', 'RUTRecep'],
		['to nobody', { Receptor: { RUTRecep: '66666666-6' } }, 'OF-10', 'RUTRecep'],
		['of another total', { Totales: { MntTotal: 999 } }, 'OF-10', 'MntTotal'],
	] as const)('refuses a factura %s, and uses no folio', async (_name, changes, code, field) => {
		const { error } = (await emit(factura(1_000, changes))).json()
		expect([error.code, error.details[0].field]).toEqual([code, field])
		expect((await emit(factura(1_000))).json().FOLIO).toBe(1)
	})

	test('annuls a factura only by a note to the same company, whose page names it', async () => {
		const { TOKEN } = (await emit(factura(29_990))).json()
		later(1)
		const toNobody = note(29_990, 1, { TpoDocRef: '33' })
		expect((await emit(toNobody)).json().error.details[0].field).toBe('RUTRecep')
		const Encabezado = { ...toNobody.Encabezado, Receptor: company }
		expect((await emit({ ...toNobody, Encabezado })).json().FOLIO).toBe(1)
		const { pdf } = (await call(`/document/${TOKEN}/pdf`)).json()
		const page = Buffer.from(pdf, 'base64').toString('latin1')
		for (const text of ['FACTURA', 'Comercial Ñandú SpA', '76192083-9', 'Arriendo de bicicletas', 'Ñuñoa']) {
			expect(page).toContain(text)
		}
	})

	test('returns errors in both of its formats', async () => {
		await adjust({ forma_error: 'sin_sobre' })
		const answer = await emit(boleta(1_000, { Totales: { IVA: 1 } }))
		expect(answer.json()).toMatchObject({ code: 'OF-10', details: { IVA: 'Monto erróneo : 160' } })
	})

	test('annuls a boleta once, in full, after it was accepted', async () => {
		await emit(boleta(29_990))
		expect((await emit(note(29_990, 9))).json().error.code).toBe('OF-09')
		expect((await emit(note(29_990, 1, { FchRef: '2026-11-19' }))).json().error.code).toBe('OF-09')
		const early = (await emit(note(29_990, 1))).json()
		later(1)
		expect((await call(`/document/${early.TOKEN}/status`)).json().estado).toBe('Rechazado')
		expect((await emit(note(29_000, 1))).json().error.details[0].field).toBe('MntTotal')
		const { TOKEN } = (await emit(note(29_990, 1))).json()
		later(1)
		expect((await call(`/document/${TOKEN}/status`)).json().estado).toBe('Aceptado')
		expect((await emit(note(29_990, 1))).json().error.code).toBe('OF-09')
	})

	test('reads lines as net unless marked as gross', async () => {
		const dte = note(29_990, 1)
		await emit(boleta(29_990))
		later(1)
		const net = { NroLinDet: 1, NmbItem: 'Anula', QtyItem: 1, PrcItem: 25_202, MontoItem: 25_202 }
		const { MntBruto: _, ...IdDoc } = dte.Encabezado.IdDoc
		const done = await emit({ ...dte, Encabezado: { ...dte.Encabezado, IdDoc }, Detalle: [net] })
		expect(done.json()).toMatchObject({ FOLIO: 1 })
	})

	test('rejects a document without folios', async () => {
		const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } } as const
		await app.inject({ ...form, url: '/openfactura/operador/folios', payload: 'tipo=39&disponibles=1' })
		expect((await call('/organization/document')).json().documentos[1]).toMatchObject({ dte: 39, disponibles: 1 })
		expect((await emit(boleta(1_000))).json().FOLIO).toBe(1)
		expect((await emit(boleta(1_000))).json().error.code).toBe('OF-07')
	})

	test('can issue a document and lose the answer', async () => {
		const address = await app.listen({ port: 0, host: '127.0.0.1' })
		await adjust({}, [{ tipo: 'corte_despues' }])
		const body = JSON.stringify({ dte: boleta(1_000) })
		const headers = { apikey: 'llave', 'content-type': 'application/json', 'idempotency-key': 'k' }
		const request = { method: 'POST', headers, body }
		await expect(fetch(`${address}/openfactura/v2/dte/document`, request)).rejects.toThrow()
		expect((await emit(boleta(1_000), 'k')).json().error.code).toBe('OF-06')
	})

	test('accepts three calls a second, and its own key only', async () => {
		await app.close()
		app = await start({ perSecond: 3, perMinute: 4 })
		const codes = []
		for (let at = 0; at < 4; at += 1) codes.push((await call('/organization')).statusCode)
		expect(codes).toEqual([200, 200, 200, 429])
		const denied = await call('/organization', undefined, { apikey: 'otra' })
		expect(denied.json()).toMatchObject({ statusCode: 401, message: expect.stringContaining('invalid') })
	})

	test('returns files that state their invalidity, and numbers as text', async () => {
		const { TOKEN, PDF, XML } = (await emit(boleta(29_990), undefined, ['PDF', 'XML'])).json()
		const pdf = Buffer.from(PDF, 'base64').toString('latin1')
		expect(pdf).toMatch(/^%PDF-1\.4[\s\S]+SIN VALIDEZ TRIBUTARIA[\s\S]+%%EOF\n$/)
		const xml = Buffer.from(XML, 'base64').toString('latin1')
		expect(xml).toContain('<NmbItem>Shaker eléctrico</NmbItem>')
		expect(xml).toContain('SIN VALIDEZ TRIBUTARIA')
		expect(xml).not.toContain('TED')
		const { json } = (await call(`/document/${TOKEN}/json`)).json()
		expect(json.Encabezado).toMatchObject({ IdDoc: { TipoDTE: '39', Folio: '1' }, Totales: { MntTotal: '29990' } })
	})

	test('lists issued documents, and answers 204 when there are none', async () => {
		expect((await call('/document/issued', {})).statusCode).toBe(204)
		await emit(boleta(29_990))
		const request = { TipoDTE: { eq: 39 }, FchEmis: { gte: '2026-11-20' } }
		expect((await call('/document/issued', request)).json()).toMatchObject({ total: 1, data: [{ Folio: 1, DV: '6' }] })
		expect((await call('/document/issued', { TipoDTE: { in: [39] } })).json().code).toBe('OF-10')
	})

	test('shows its documents on a page', async () => {
		await emit(boleta(29_990))
		const { body } = await app.inject('/openfactura/')
		for (const text of ['BOLETA ELECTRÓNICA (39)', '<dd>1</dd>', '$29.990', 'Pendiente (simulado)'])
			expect(body).toContain(text)
	})
})
