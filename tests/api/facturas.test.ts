import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { usuarios } from '#core/server/users/tables.ts'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import { ordenes } from '#modules/orders/tables.ts'
import { runDocumentBatch } from '#modules/tax-documents/server/emit-documents.ts'
import { receptores } from '#modules/tax-documents/tables.ts'
import { documentsOf } from '#tests/documents-of.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { createFakeTaxDocuments, type FakeTaxDocuments } from '#tests/fake-tax-documents.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { returnFromMercadoPago } from '#tests/pay-and-return.ts'
import { releaseHeld } from '#tests/release-held.ts'
import {
	aCustomer,
	anOrder,
	aPlacedOrder,
	cartLine,
	logIn,
	orderRow,
	sendOrder,
	type TestCustomer,
} from '#tests/shop-helpers.ts'
import { callsWith, proveAddress, type StaffCalls, theBoss } from '#tests/staff-helpers.ts'
import { openTaxShop, type TaxShop } from '#tests/tax-shop.ts'

let shop: TaxShop
let boss: StaffCalls
let ana: TestCustomer
const provider: FakeTaxDocuments = createFakeTaxDocuments()

/** Two units exceed the threshold of this shop, one does not. */
const variables = { UF_135: '40000' }

const typed = {
	rut: '76.192.083-9',
	razon_social: 'Comercial Ñandú & Cía. SpA',
	giro: 'Arriendo de bicicletas',
	direccion: 'Av. Siempre Viva 742',
	comuna: 'Ñuñoa',
}
const factura = { ...typed, rut: '76192083-9' }
const comprador = { rut: '12.345.678-5', nombre: 'Ana Rojas' }
const many = { carrito: [cartLine('Negro', 2)] }

beforeAll(async () => {
	shop = await openTaxShop({ variables, provider })
	ana = await aCustomer(shop, 'Ana')
	await proveAddress(shop, ana.email)
})
beforeEach(async () => {
	await releaseHeld(shop)
	provider.sent.length = 0
	provider.state = { kind: 'known', estado: 'pendiente', detail: '' }
	boss = await theBoss(shop)
})
afterAll(async () => {
	const broken = await violatedInvariantsOf(shop)
	// Mails of a deleted account have no recipient.
	expect(broken.filter((promise) => !promise.startsWith('a received mail is recorded as sent'))).toEqual([])
	await shop.stop()
})

const act = (order: PayableOrder, action: string, payload?: object, headers?: Record<string, string>) =>
	boss.send('POST', `/api/admin_ordenes/${order.orden_id}/${action}/`, payload, headers)
const detailOf = async (order: PayableOrder) => (await boss.get(`/api/admin_ordenes/${order.orden_id}/`)).json()
const factsOf = async (order: PayableOrder) =>
	(await documentsOf(shop, order.orden_id)).map(({ tipo, monto }) => [tipo, monto])
const receptorOf = async ({ orden_id }: PayableOrder) =>
	(await shop.database.db.select().from(receptores).where(eq(receptores.orden_id, orden_id)))[0]
const aTransfer = (changes: Partial<PlaceOrderRequest> = {}, customer = ana) =>
	aPlacedOrder(shop, customer, { metodo_pago: 'transferencia', ...changes })
const setModel = async ({ orden_id }: PayableOrder) => {
	await shop.database.db.update(ordenes).set({ boleta_modelo: 'no_emito' }).where(eq(ordenes.id, orden_id))
}
const refuse = async (changes: object) => {
	const answer = await sendOrder(
		shop,
		{ ...ana, ...(await logIn(shop, ana.email, ana.password)) },
		{
			...anOrder({ metodo_pago: 'transferencia' }),
			...changes,
		},
	)
	return { status: answer.statusCode, ...answer.json() }
}

describe('a factura', () => {
	it('is issued to the company of an order that requests it, and so is its nota de crédito (61)', async () => {
		const order = await aTransfer({ factura: typed })
		expect(await receptorOf(order)).toMatchObject({ orden_id: order.orden_id, tipo: 33, ...factura })
		await act(order, 'confirmar_transferencia')
		await releaseHeld(shop)
		const [made] = await documentsOf(shop, order.orden_id)
		expect(made).toMatchObject({ tipo: 33, estado: 'emitida', monto: 29_990 })
		expect(provider.sent).toMatchObject([{ tipo: 33, receptor: factura, neto: 25_202, iva: 4788, total: 29_990 }])

		await act(order, 'cancelar', { motivo: 'Se arrepintió' })
		provider.state = { kind: 'known', estado: 'aceptado', detail: '' }
		shop.clock.advanceMinutes(2)
		await runDocumentBatch({ ...shop.payments, files: shop.files, tax: shop.tax })
		await releaseHeld(shop)
		expect(provider.sent.at(-1)).toMatchObject({
			tipo: 61,
			total: 29_990,
			receptor: factura,
			referencia: { tipo: 33, folio: made?.folio },
		})
	})

	it('is named a factura in mail, profile, panel and file', async () => {
		const order = await aTransfer({ factura: typed })
		await act(order, 'confirmar_transferencia')
		await releaseHeld(shop)
		const [made] = await documentsOf(shop, order.orden_id)
		const title = `Factura N° ${made?.folio}`
		const mail = shop.inbox.mails().find(({ subject }) => subject === `${title} · Orden N° ${order.nro_orden}`)
		const link = /https?:\S+\/api\/documentos\/\S+/.exec(mail?.text ?? '')?.[0] ?? ''
		const file = await shop.app.inject({ url: new URL(link).pathname })
		expect(file.headers['content-disposition']).toBe(`inline; filename="factura-${made?.folio}.pdf"`)

		const own = callsWith(shop, (await logIn(shop, ana.email, ana.password)).access)
		const profile = (await own.get('/api/perfil/')).json()
		const shown = profile.ordenes.find(({ id }: { id: string }) => id === order.orden_id)
		expect(shown).toMatchObject({ receptor: { tipo: 33, ...factura }, documentos: [{ tipo: 33, folio: made?.folio }] })
		expect(await detailOf(order)).toMatchObject({ receptor: { tipo: 33, ...factura } })
		const month = (made?.fecha ?? '').slice(0, 7)
		const csv = (await boss.get(`/api/admin_exportar/documentos.csv?mes=${month}`)).body.split('\r\n')
		const line = csv.find((text) => text.includes(order.orden_id))
		expect(line).toMatch(/^33;Factura;.*;76192083-9;Comercial Ñandú & Cía\. SpA$/)
		// The page of a signed link omits the buyer.
		const tracking = /\/orden\/(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
		const tracked = await shop.app.inject({ url: `/api/orden/${tracking}` })
		expect(tracked.json()).toMatchObject({ documentos: [{ tipo: 33 }] })
		expect(tracked.body).not.toContain('Ñandú')
	})

	it('is annulled and issued anew after a partial refund', async () => {
		const order = await aPlacedOrder(shop, ana, { factura: typed })
		await returnFromMercadoPago(shop, await pay(order.init_point, 'Aprobar pago'))
		await act(order, 'devolver', { monto: 5000, motivo: 'Llegó rayado' }, { 'idempotency-key': randomUUID() })
		await releaseHeld(shop)
		expect(await factsOf(order)).toEqual([
			[33, 29_990],
			[61, 29_990],
			[33, 24_990],
		])
	})

	it('is issued under `no_emito` too, where a receipt replaces boletas, and its refund needs no manual step', async () => {
		const order = await aPlacedOrder(shop, ana, { factura: typed })
		await setModel(order)
		await returnFromMercadoPago(shop, await pay(order.init_point, 'Aprobar pago'))
		expect(await factsOf(order)).toEqual([[33, 29_990]])
		await act(order, 'devolver', { monto: 29_990, motivo: 'Retracto' }, { 'idempotency-key': randomUUID() })
		await releaseHeld(shop)
		expect(await factsOf(order)).toEqual([
			[33, 29_990],
			[61, 29_990],
		])
		expect(await detailOf(order)).toMatchObject({ atencion: null })
	})

	it.each([
		['a RUT with a wrong check digit', { rut: '76.192.083-8' }, 'rut_invalido', 'rut'],
		['the RUT of nobody', { rut: '66.666.666-6' }, 'rut_invalido', 'rut'],
		['no RUT', { rut: '' }, 'factura_incompleta', 'rut'],
		['no giro', { giro: ' ' }, 'factura_incompleta', 'giro'],
		['a name that is too long', { razon_social: 'x'.repeat(101) }, 'factura_incompleta', 'razon_social'],
	])('is rejected with the field named when it has %s, and no order is placed', async (_name, wrong, code, campo) => {
		const before = await shop.database.db.$count(ordenes)
		expect(await refuse({ factura: { ...typed, ...wrong } })).toMatchObject({ status: 422, code, campo })
		expect(await shop.database.db.$count(ordenes)).toBe(before)
	})

	it('accepts a repeated order under one key once, and rejects the key for another company', async () => {
		const session = { ...ana, ...(await logIn(shop, ana.email, ana.password)) }
		const request = anOrder({ metodo_pago: 'transferencia', factura: typed })
		const key = randomUUID()
		const first = (await sendOrder(shop, session, request, key)).json()
		const again = (await sendOrder(shop, session, request, key)).json()
		expect(again.orden_id).toBe(first.orden_id)
		const other = { ...request, factura: { ...typed, giro: 'Otro' } }
		expect((await sendOrder(shop, session, other, key)).json()).toMatchObject({ code: 'clave_repetida' })
	})
})

describe('a document above 135 UF', () => {
	it('names the buyer on a boleta; the server decides by its own total', async () => {
		expect(await refuse(anOrder({ metodo_pago: 'transferencia', ...many }))).toMatchObject({
			status: 422,
			code: 'rut_requerido',
			campo: 'rut',
		})
		const noName = { ...anOrder({ metodo_pago: 'transferencia', ...many }), comprador: { ...comprador, nombre: '' } }
		expect(await refuse(noName)).toMatchObject({ status: 422, code: 'rut_requerido', campo: 'nombre' })
		const noRut = { ...anOrder({ metodo_pago: 'transferencia', ...many }), comprador: { ...comprador, rut: '1-9' } }
		expect(await refuse(noRut)).toMatchObject({ status: 422, code: 'rut_invalido', campo: 'rut' })

		const order = await aTransfer({ ...many, comprador })
		await act(order, 'confirmar_transferencia')
		await releaseHeld(shop)
		expect(await factsOf(order)).toEqual([[39, 59_980]])
		const receptor = { rut: '12345678-5', razon_social: 'Ana Rojas' }
		expect(provider.sent).toMatchObject([{ tipo: 39, receptor, medio_pago: 3 }])
	})

	it('is a boleta under `no_emito` too, because a receipt names no buyer', async () => {
		const order = await aPlacedOrder(shop, ana, { ...many, comprador })
		await setModel(order)
		await returnFromMercadoPago(shop, await pay(order.init_point, 'Aprobar pago'))
		expect(await factsOf(order)).toEqual([[39, 59_980]])
	})

	it('names the buyer on a factura; below the limit no buyer is requested or stored', async () => {
		expect(await receptorOf(await aTransfer({ ...many, factura: typed }))).toMatchObject({ tipo: 33 })
		expect(await receptorOf(await aTransfer({ comprador }))).toBeUndefined()
		const wrong = await aTransfer({ comprador: { rut: 'x', nombre: '' } })
		expect(await receptorOf(wrong)).toBeUndefined()
		expect((await shop.app.inject({ url: '/api/checkout/' })).json()).toMatchObject({ uf_135: 40_000 })
	})
})

describe('the stored company of an account', () => {
	it('is offered for the next order, is part of the data export, and is deleted on request', async () => {
		const bea = await aCustomer(shop, 'Bea')
		const own = async () => callsWith(shop, (await logIn(shop, bea.email, bea.password)).access)
		expect((await (await own()).get('/api/perfil/')).json()).toMatchObject({ factura: null })
		await aTransfer({ factura: typed }, bea)
		expect((await (await own()).get('/api/perfil/')).json()).toMatchObject({ factura })
		await aTransfer({}, bea)
		expect((await (await own()).get('/api/perfil/')).json()).toMatchObject({ factura })
		expect((await (await own()).get('/api/perfil/datos/')).json()).toMatchObject({ cuenta: { factura } })
		const edited = await (await own()).send('PATCH', '/api/perfil/', { nombre: 'Beatriz' })
		expect(edited.json()).toMatchObject({ nombre: 'Beatriz', factura })
		const forgotten = await (await own()).send('PATCH', '/api/perfil/', { factura: null })
		expect(forgotten.json()).toMatchObject({ factura: null, ordenes: [{ receptor: null }, { receptor: factura }] })
	})

	it('is deleted with the account, except in the documents of sales', async () => {
		const bea = await aCustomer(shop, 'Bea')
		const sold = await aTransfer({ factura: typed }, bea)
		await act(sold, 'confirmar_transferencia')
		await act(sold, 'entregar')
		const dropped = await aTransfer({ factura: typed }, bea)
		await act(dropped, 'cancelar', { motivo: 'Se arrepintió' })
		await releaseHeld(shop)
		const own = callsWith(shop, (await logIn(shop, bea.email, bea.password)).access)
		expect((await own.send('POST', '/api/perfil/eliminar/', { password: bea.password })).statusCode).toBe(204)
		const { user } = await orderRow(shop, sold.orden_id)
		const [account] = await shop.database.db
			.select({ factura: usuarios.factura, is_active: usuarios.is_active })
			.from(usuarios)
			.where(eq(usuarios.id, user ?? 0))
		expect(account).toEqual({ factura: null, is_active: false })
		expect([await receptorOf(sold), await receptorOf(dropped)]).toMatchObject([{ rut: factura.rut }, undefined])
	})
})
