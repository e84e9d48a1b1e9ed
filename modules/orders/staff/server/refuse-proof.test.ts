import { and, eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { comprobantes } from '#modules/orders/payment-tables.ts'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import { correos } from '#modules/orders/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { staffLogin } from '#tests/open-shop.ts'
import { aCustomer, aPlacedOrder, cartLine, orderRow, stockOf, type TestCustomer } from '#tests/shop-helpers.ts'
import { callsWith, type StaffCalls, theBoss } from '#tests/staff-helpers.ts'

let boss: StaffCalls
let ana: TestCustomer

const shop = await aShop()
const blank = sharp({ create: { width: 40, height: 60, channels: 3, background: '#eee' } })
const picture = new Uint8Array(await blank.png().toBuffer())
beforeEach(async () => {
	boss = await theBoss(shop)
	ana = await aCustomer(shop, 'Ana')
})
afterAll(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
})

const path = (order: PayableOrder, action: string) => `/api/admin_ordenes/${order.orden_id}/${action}/`
const act = (order: PayableOrder, action: string, body: object = {}) => boss.send('POST', path(order, action), body)
const refuse = (order: PayableOrder, motivo = 'No se lee') => act(order, 'rechazar_comprobante', { motivo })

async function upload({ orden_id }: PayableOrder): Promise<number> {
	const form = new FormData()
	form.set('orden_id', orden_id)
	form.set('comprobante', new Blob([picture]), 'foto.png')
	return (await fetch(`${shop.env.publicUrl}/api/subir_comprobante/`, { method: 'POST', body: form })).status
}

async function aReviewedOrder(color = 'Negro', cantidad = 1): Promise<PayableOrder> {
	const carrito = [cartLine(color, cantidad)]
	const order = await aPlacedOrder(shop, ana, { metodo_pago: 'transferencia', carrito })
	expect(await upload(order)).toBe(200)
	return order
}

async function refusedAt({ orden_id }: PayableOrder): Promise<boolean[]> {
	const rows = await shop.database.db.select().from(comprobantes).where(eq(comprobantes.orden_id, orden_id))
	return rows.map(({ rechazado_at }) => rechazado_at !== null)
}

/** Whether each mail of a kind about an order was sent. */
async function mailsOf({ orden_id }: PayableOrder, plantilla: (typeof correos.$inferSelect)['plantilla']) {
	const rows = await shop.database.db
		.select({ enviado_at: correos.enviado_at })
		.from(correos)
		.where(and(eq(correos.orden_id, orden_id), eq(correos.plantilla, plantilla)))
	return rows.map(({ enviado_at }) => (enviado_at === null ? 'waits' : 'left'))
}

async function hoursLater(hours: number): Promise<void> {
	shop.clock.advanceMinutes(hours * 60)
	const { db, jobs } = shop.payments
	await db.transaction((tx) => jobs.enqueue(tx, 'vencer_ordenes', {}))
	await shop.retryJobs()
}

describe('refuseProof', () => {
	it('makes the order wait for another proof, with the reason for its customer and a mail after a minute', async () => {
		const order = await aReviewedOrder()
		const { created_at } = await orderRow(shop, order.orden_id)
		const detail = (await refuse(order, 'El monto no es el de la orden')).json()
		expect(detail).toMatchObject({
			estado: 'pendiente',
			stock_tomado: true,
			comprobante_rechazado: 'El monto no es el de la orden',
			comprobantes_rechazados: [true],
			acciones: ['confirmar_transferencia', 'cancelar'],
			deshacer_hasta: expect.any(String),
		})
		// The proof reserved stock for ten days: what is left are the order's first two.
		expect(detail.expires_at).toBe(new Date(created_at.getTime() + 48 * 3_600_000).toISOString())
		const { comprobante_rechazado } = await shop.app
			.inject({ url: `/api/orden_transferencia_exitosa/?orden_id=${order.orden_id}` })
			.then((answer) => answer.json())
		expect(comprobante_rechazado).toBe('El monto no es el de la orden')
		const profile = (await callsWith(shop, ana.access).get('/api/perfil/')).json()
		expect(profile.ordenes).toMatchObject([{ estado: 'pendiente', comprobante_rechazado }])

		await shop.drainJobs()
		expect(await mailsOf(order, 'comprobante_rechazado')).toEqual(['waits'])
		shop.clock.advanceMinutes(2)
		await shop.retryJobs()
		const isAbout = (subject: string) => subject === `Necesitamos otro comprobante · Orden N° ${order.nro_orden}`
		const mails = shop.inbox.mails().filter(({ subject }) => isAbout(subject))
		expect(mails.map(({ to }) => to)).toEqual([ana.email])
		expect(mails[0]?.text).toContain('Tu comprobante no sirvió: El monto no es el de la orden. Sube otro.')
		expect(mails[0]?.text).toContain('/orden/')
	})

	it("records who refused it, and why, in the order's history", async () => {
		const order = await aReviewedOrder()
		const { historia } = (await refuse(order)).json()
		expect(historia.slice(-2)).toMatchObject([
			{ accion: 'comprobante_rechazado', usuario: staffLogin.email, antes: 'en_revision', despues: 'pendiente' },
			{ accion: 'nota', despues: 'No se lee' },
		])
	})

	it('extends an expiry within a day to a day, and the order expires then', async () => {
		const before = await stockOf(shop, 'Celeste')
		const order = await aReviewedOrder('Celeste', 2)
		await hoursLater(9.5 * 24)
		boss = await theBoss(shop)
		const now = shop.clock.now().getTime()
		const { expires_at } = (await refuse(order)).json()
		expect(Math.round((Date.parse(expires_at) - now) / 60_000)).toBe(24 * 60)
		await hoursLater(1)
		expect(await mailsOf(order, 'recordatorio_transferencia')).toEqual([])
		await hoursLater(12)
		expect(await mailsOf(order, 'recordatorio_transferencia')).toEqual(['left'])
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'pendiente', stock_tomado: true })
		await hoursLater(12)
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'fallida', atencion: null })
		expect(await stockOf(shop, 'Celeste')).toBe(before)
	})

	it('changes nothing when repeated, and rejects another reason', async () => {
		const order = await aReviewedOrder()
		const clicks = await Promise.all([1, 2, 3].map(() => refuse(order)))
		expect(clicks.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
		expect(await mailsOf(order, 'comprobante_rechazado')).toEqual(['waits'])
		const again = await refuse(order, 'No es de esta orden')
		expect([again.statusCode, again.json().code]).toEqual([409, 'accion_no_corresponde'])
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ comprobante_rechazado: 'No se lee' })
	})

	it('fails after a colleague confirmed the transfer, and changes nothing', async () => {
		const order = await aReviewedOrder()
		await act(order, 'confirmar_transferencia')
		const before = await orderRow(shop, order.orden_id)
		const answer = await refuse(order)
		expect([answer.statusCode, answer.json().code]).toEqual([409, 'accion_no_corresponde'])
		expect(await orderRow(shop, order.orden_id)).toEqual(before)
		expect([await refusedAt(order), await mailsOf(order, 'comprobante_rechazado')]).toEqual([[false], []])
	})

	it('leaves the order paid when a colleague confirms the transfer at the same time', async () => {
		const order = await aReviewedOrder()
		await Promise.all([refuse(order), act(order, 'confirmar_transferencia')])
		// A refused transfer can still be confirmed: its money arrived.
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'pagada', comprobante_rechazado: null })
	})

	it.each(['efectivo', 'transferencia'] as const)('fails for %s without a proof', async (metodo_pago) => {
		const order = await aPlacedOrder(shop, ana, { metodo_pago })
		expect((await refuse(order)).statusCode).toBe(409)
	})

	it.each([
		['an empty reason', ''],
		['a reason of two letters', 'no'],
		['a reason of 201 letters', 'x'.repeat(201)],
		['no reason', undefined],
	])('rejects %s', async (_, motivo) => {
		const order = await aReviewedOrder()
		expect((await act(order, 'rechazar_comprobante', { motivo })).statusCode).toBe(400)
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'en_revision' })
	})

	it('is undone with the expiry and the marks of the proofs, and no mail is sent', async () => {
		const order = await aReviewedOrder()
		const before = await orderRow(shop, order.orden_id)
		await refuse(order)
		const undone = [await act(order, 'deshacer'), await act(order, 'deshacer')]
		expect(undone.map(({ statusCode }) => statusCode)).toEqual([200, 200])
		const { estado, expires_at } = before
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado, expires_at, comprobante_rechazado: null })
		expect(await refusedAt(order)).toEqual([false])
		shop.clock.advanceMinutes(2)
		await shop.retryJobs()
		expect(await mailsOf(order, 'comprobante_rechazado')).toEqual([])
	})

	it('keeps an earlier refusal when the next one is undone', async () => {
		const order = await aReviewedOrder()
		await refuse(order)
		shop.clock.advanceMinutes(5)
		expect(await upload(order)).toBe(200)
		boss = await theBoss(shop)
		await refuse(order)
		await act(order, 'deshacer')
		expect((await refusedAt(order)).sort()).toEqual([false, true])
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'en_revision' })
	})

	it('ends with a new proof, which clears the reason and stops the mail', async () => {
		const order = await aReviewedOrder()
		await refuse(order)
		expect(await upload(order)).toBe(200)
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'en_revision', comprobante_rechazado: null })
		expect(await mailsOf(order, 'comprobante_rechazado')).toEqual([])
		expect((await act(order, 'deshacer')).json()).toMatchObject({ code: 'ya_no_se_deshace' })
	})

	it('frees the places of the five proofs of an order', async () => {
		const order = await aReviewedOrder()
		for (let n = 2; n <= 5; n++) expect(await upload(order)).toBe(200)
		expect(await upload(order)).toBe(422)
		await refuse(order)
		for (let n = 1; n <= 5; n++) expect(await upload(order)).toBe(200)
		expect(await upload(order)).toBe(422)
	})

	it('reserves stock of an expired order again and resolves its case, or fails when it is sold', async () => {
		const order = await aReviewedOrder('Blanco', 2)
		await hoursLater(11 * 24)
		expect(await upload(order)).toBe(200)
		boss = await theBoss(shop)
		expect(await orderRow(shop, order.orden_id)).toMatchObject({ estado: 'en_revision', stock_tomado: false })
		const left = await stockOf(shop, 'Blanco')
		const other = await aPlacedOrder(shop, ana, { metodo_pago: 'efectivo', carrito: [cartLine('Blanco', left)] })
		expect((await refuse(order)).json()).toMatchObject({ code: 'sin_stock' })
		await act(other, 'cancelar')
		expect((await refuse(order)).json()).toMatchObject({ estado: 'pendiente', stock_tomado: true, atencion: null })
		expect((await orderRow(shop, order.orden_id)).expires_at).not.toBeNull()
	})
})
