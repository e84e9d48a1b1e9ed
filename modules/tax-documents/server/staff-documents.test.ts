import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { dayIn } from '#core/rules/times.ts'
import type { PlaceOrderRequest } from '#modules/checkout/shapes.ts'
import { correos, ordenes } from '#modules/orders/tables.ts'
import { documentosTributarios } from '#modules/tax-documents/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { documentsOf } from '#tests/documents-of.ts'
import { aCustomer, aPlacedOrder, logIn } from '#tests/shop-helpers.ts'
import { callsWith, proveAddress, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const boss = await theBoss(shop)
const ana = await aCustomer(shop, 'Ana')
await proveAddress(shop, ana.email)

const pdf = (text: string) => Buffer.from(`%PDF-1.7 ${text}`).toString('base64')
const record = (orderId: string, folio: number, changes: object = {}) =>
	boss.send('POST', `/api/admin_ordenes/${orderId}/anotar_documento/`, {
		tipo: 39,
		folio,
		fecha: dayIn(shop.clock.now()),
		pdf: pdf(String(folio)),
		...changes,
	})
async function aPaidOrder(changes: Partial<PlaceOrderRequest> = {}): Promise<string> {
	const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', ...changes })
	await boss.send('POST', `/api/admin_ordenes/${orden_id}/entregar/`)
	await shop.database.db.update(ordenes).set({ boleta_modelo: null }).where(eq(ordenes.id, orden_id))
	return orden_id
}

it('stores, mails and shows a boleta made outside the shop, and replaces it with a corrected one', async () => {
	const id = await aPaidOrder()
	const first = (await record(id, 123)).json()
	expect(first.documentos).toMatchObject([{ tipo: 39, folio: 123, estado: 'aceptada', monto: 29_990, xml: null }])
	const file = await shop.app.inject({ url: first.documentos[0].url })
	expect([file.headers['content-type'], file.body]).toEqual(['application/pdf', '%PDF-1.7 123'])
	expect((await record(id, 123)).json().documentos[0].id).toBe(first.documentos[0].id)

	const second = (await record(id, 124)).json()
	expect(second.documentos).toMatchObject([{ tipo: 39, folio: 124 }])
	expect((await shop.app.inject({ url: first.documentos[0].url })).statusCode).toBe(404)
	const own = callsWith(shop, (await logIn(shop, ana.email, ana.password)).access)
	const profile = (await own.get('/api/perfil/')).json()
	const order = profile.ordenes.find((one: { id: string }) => one.id === id)
	expect((await shop.app.inject({ url: order.documentos[0].url })).body).toBe('%PDF-1.7 124')
	await shop.drainJobs()
	const mails = await shop.database.db
		.select({ datos: correos.datos })
		.from(correos)
		.where(and(eq(correos.orden_id, id), eq(correos.plantilla, 'documento_emitido')))
	expect(mails).toMatchObject([{ datos: { documento: { folio: 123 } } }, { datos: { documento: { folio: 124 } } }])
	const done = second.historia.filter(({ accion }: { accion: string }) => accion === 'documento_a_mano')
	expect(done).toMatchObject([
		{ antes: null, despues: 'Boleta N° 123' },
		{ antes: 'Boleta N° 123', despues: 'Boleta N° 124' },
	])

	const note = (await record(id, 9, { tipo: 61 })).json()
	expect(note.documentos).toMatchObject([{ folio: 124 }, { tipo: 61, folio: 9, monto: 29_990 }])
	expect((await record(id, 124)).statusCode).toBe(409)
	expect((await record(id, 125)).json().documentos.length).toBe(3)
})

it('stores a requested factura as one, with its recipient', async () => {
	const factura = {
		rut: '76192083-9',
		razon_social: 'Ñandú SpA',
		giro: 'Arriendo',
		direccion: 'Uno 1',
		comuna: 'Ñuñoa',
	}
	const id = await aPaidOrder({ factura })
	const done = (await record(id, 77, { tipo: 33 })).json()
	expect(done).toMatchObject({
		receptor: { tipo: 33, ...factura },
		documentos: [{ tipo: 33, folio: 77, estado: 'aceptada', monto: 29_990 }],
	})
	await shop.drainJobs()
	expect(shop.inbox.mails().some(({ subject }) => subject.startsWith('Factura N° 77 '))).toBe(true)
})

it('rejects an invalid one with a clear message', async () => {
	const [id, other] = [await aPaidOrder(), await aPaidOrder()]
	await record(other, 500)
	const unpaid = (await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia' })).orden_id
	const textOf = async (answer: ReturnType<typeof record>) => (await answer).json().error
	expect(await textOf(record(id, 500))).toBe('Boleta N° 500 ya está anotada.')
	expect(await textOf(record(id, 1, { tipo: 61 }))).toBe('Anota primero el documento que anula la nota de crédito.')
	expect(await textOf(record(unpaid, 1))).toBe('Esta orden no está pagada: todavía no lleva documento.')
	const html = Buffer.from('<html>').toString('base64')
	expect(await textOf(record(id, 1, { pdf: html }))).toBe('El archivo no es un PDF.')
	expect(await textOf(record(id, 1, { fecha: '2020-01-01' }))).toContain('La fecha tiene que estar')
	const large = Buffer.concat([Buffer.from('%PDF-'), Buffer.alloc(2_100_000)]).toString('base64')
	expect((await record(id, 1, { pdf: large })).statusCode).toBe(400)
	await shop.database.db.update(ordenes).set({ boleta_modelo: 'siempre' }).where(eq(ordenes.id, id))
	expect(await textOf(record(id, 1))).toBe('Los documentos de esta orden los hace la tienda.')
})

it('replaces a lost document, which is then never emitted again', async () => {
	const { orden_id } = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo' })
	const ofShop = { boleta_modelo: 'siempre', boleta_momento: 'pago' } as const
	await shop.database.db.update(ordenes).set(ofShop).where(eq(ordenes.id, orden_id))
	await boss.send('POST', `/api/admin_ordenes/${orden_id}/entregar/`)
	const isIts = eq(documentosTributarios.orden_id, orden_id)
	expect((await record(orden_id, 700)).statusCode).toBe(409)
	await shop.database.db.update(documentosTributarios).set({ estado: 'por_revisar' }).where(isIts)
	expect((await boss.get(`/api/admin_ordenes/${orden_id}/`)).json()).toMatchObject({ documentos_a_mano: true })
	expect((await record(orden_id, 700)).json()).toMatchObject({
		documentos: [{ tipo: 39, folio: 700, estado: 'aceptada', monto: 29_990 }],
		documentos_a_mano: false,
	})
	expect((await boss.send('POST', `/api/admin_ordenes/${orden_id}/emitir_documento/`)).statusCode).toBe(409)
	await boss.send('POST', `/api/admin_ordenes/${orden_id}/cancelar/`)
	const notes = await documentsOf(shop, orden_id)
	expect(notes.map(({ tipo, estado }) => [tipo, estado])).toEqual([
		[39, 'aceptada'],
		[61, 'por_emitir'],
	])
})
