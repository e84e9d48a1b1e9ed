import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import type { AuditLine } from '#core/contract/audit.ts'
import { devoluciones } from '#modules/orders/payment-tables.ts'
import type { PayableOrder } from '#modules/orders/shapes.ts'
import { correos, ordenes } from '#modules/orders/tables.ts'
import { aShop } from '#tests/a-shop.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import { pay } from '#tests/gateways/pay-page.ts'
import { staffLogin } from '#tests/open-shop.ts'
import { returnFromMercadoPago } from '#tests/pay-and-return.ts'
import { releaseHeld } from '#tests/release-held.ts'
import { aCustomer, aPlacedOrder, brokenLedgers, cartLine, orderRow, stockOf } from '#tests/shop-helpers.ts'
import { proveAddress, theBoss } from '#tests/staff-helpers.ts'

const shop = await aShop()
const boss = await theBoss(shop)
const camila = await aCustomer(shop)
await proveAddress(shop, camila.email)
afterAll(async () => {
	expect(await violatedInvariantsOf(shop)).toEqual([])
})

const act = (order: PayableOrder, action: string, payload?: object, headers?: Record<string, string>) =>
	boss.send('POST', `/api/admin_ordenes/${order.orden_id}/${action}/`, payload, headers)
const detailOf = async (order: PayableOrder) => (await boss.get(`/api/admin_ordenes/${order.orden_id}/`)).json()
const notesOf = async (order: PayableOrder) =>
	(await detailOf(order)).historia.filter(({ accion }: AuditLine) => accion === 'nota')

async function uploadProof(order: PayableOrder): Promise<void> {
	const picture = await sharp({ create: { width: 20, height: 20, channels: 3, background: 'white' } })
		.png()
		.toBuffer()
	const form = new FormData()
	form.set('orden_id', order.orden_id)
	form.set('comprobante', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'foto.png')
	const answer = await fetch(`${shop.env.publicUrl}/api/subir_comprobante/`, { method: 'POST', body: form })
	expect(answer.status).toBe(200)
}

async function aPaidOrder(): Promise<PayableOrder> {
	const order = await aPlacedOrder(shop, camila, { carrito: [cartLine('Negro', 2)] })
	await returnFromMercadoPago(shop, await pay(order.init_point, 'Aprobar pago'))
	return order
}

describe('the actions on a transfer', () => {
	it('confirm it from its proof once, with one mail, for one click or three', async () => {
		const order = await aPlacedOrder(shop, camila, { metodo_pago: 'transferencia' })
		await uploadProof(order)
		const before = await detailOf(order)
		expect(before).toMatchObject({
			estado: 'en_revision',
			acciones: ['confirmar_transferencia', 'rechazar_comprobante', 'cancelar'],
		})
		expect(before.comprobantes.length).toBe(1)
		const proof = await shop.app.inject({ url: before.comprobantes_descarga[0] })
		expect([proof.statusCode, proof.headers['content-type']]).toEqual([200, 'image/webp'])
		const clicks = await Promise.all([1, 2, 3].map(() => act(order, 'confirmar_transferencia')))
		expect(clicks.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
		const after = await detailOf(order)
		expect(after).toMatchObject({ estado: 'pagada', acciones: ['entregar', 'cancelar', 'devolver_a_mano'] })
		const moves = after.historia.filter(({ accion }: { accion: string }) => accion === 'transferencia_confirmada')
		expect(moves).toMatchObject([{ usuario: staffLogin.email, antes: 'en_revision', despues: 'pagada' }])
		expect(after.correos.filter(({ plantilla }: { plantilla: string }) => plantilla === 'pago_confirmado').length).toBe(
			1,
		)
		expect((await act(order, 'entregar')).json()).toMatchObject({ estado: 'completado' })
		expect((await act(order, 'entregar')).statusCode).toBe(200)
	})

	it('reserve stock again for an expired order, or report that it is sold', async () => {
		const order = await aPlacedOrder(shop, camila, { metodo_pago: 'transferencia', carrito: [cartLine('Blanco', 20)] })
		await boss.send('PUT', `/api/admin_ordenes/${order.orden_id}/`, { estado: 'fallida' })
		const other = await aPlacedOrder(shop, camila, { metodo_pago: 'efectivo', carrito: [cartLine('Blanco', 20)] })
		const answer = await act(order, 'confirmar_transferencia')
		expect([answer.statusCode, answer.json().code]).toEqual([409, 'sin_stock'])
		await act(other, 'cancelar', { motivo: 'no contesta' })
		expect((await act(order, 'confirmar_transferencia')).json()).toMatchObject({ estado: 'pagada', stock_tomado: true })
		expect(await brokenLedgers(shop)).toEqual([])
	})
})

describe('the actions on an order', () => {
	it('return its stock once when it is cancelled', async () => {
		const before = await stockOf(shop, 'Celeste')
		const order = await aPlacedOrder(shop, camila, { metodo_pago: 'efectivo', carrito: [cartLine('Celeste', 4)] })
		await Promise.all([1, 2].map(() => act(order, 'cancelar', { motivo: 'se arrepintió' })))
		expect(await stockOf(shop, 'Celeste')).toBe(before)
		expect((await detailOf(order)).estado).toBe('cancelado')
		expect(await notesOf(order)).toMatchObject([{ despues: 'se arrepintió' }])
		expect((await act(order, 'entregar')).json()).toMatchObject({ code: 'accion_no_corresponde', estado: 'cancelado' })
		expect((await act(order, 'confirmar_transferencia')).json()).toMatchObject({ code: 'accion_no_corresponde' })
	})

	it('mail the customer once that it was cancelled, with the reason and the state of the money', async () => {
		const sentAbout = async (order: PayableOrder) => {
			await releaseHeld(shop)
			const { nro_orden } = await orderRow(shop, order.orden_id)
			return shop.inbox.mails().filter(({ subject }) => subject === `Cancelamos tu pedido · Orden N° ${nro_orden}`)
		}
		const cash = await aPlacedOrder(shop, camila, { metodo_pago: 'efectivo' })
		await Promise.all([1, 2].map(() => act(cash, 'cancelar', { motivo: 'No queda celeste' })))
		const [mail, ...more] = await sentAbout(cash)
		expect([mail?.to, more]).toEqual([camila.email, []])
		for (const text of ['Motivo: No queda celeste', 'No tienes nada que pagar.']) expect(mail?.text).toContain(text)

		// Cancelled from the list, after a partial refund.
		const paid = await aPaidOrder()
		const key = randomUUID()
		await act(paid, 'devolver', { monto: 10_000, motivo: 'rayado' }, { 'idempotency-key': key })
		await boss.send('PUT', `/api/admin_ordenes/${paid.orden_id}/`, { estado: 'cancelado' })
		const [notice] = await sentAbout(paid)
		expect(notice?.text).toContain('Te devolveremos $49.980')
		expect(notice?.text).not.toContain('Motivo:')

		// Resumed and cancelled again: another mail.
		await boss.send('PUT', `/api/admin_ordenes/${cash.orden_id}/`, { estado: 'pendiente' })
		await act(cash, 'cancelar')
		expect((await sentAbout(cash)).length).toBe(2)
	})

	it('return its whole history', async () => {
		const order = await aPaidOrder()
		expect(await detailOf(order)).toMatchObject({
			cliente: { email: camila.email, first_name: 'Camila' },
			subtotal: 59_980,
			despacho: 0,
			descuento: 0,
			pagos: [{ gateway: 'mercadopago', estado: 'aprobado', monto: 59_980, destino: 'aplicado', devolvible: 59_980 }],
			intentos: [{ gateway: 'mercadopago', estado: 'pagado', gateway_ref: expect.any(String) }],
			historia: [
				{ accion: 'creada', usuario: camila.email },
				{ accion: 'pago_confirmado', usuario: null, antes: 'pendiente', despues: 'pagada' },
			],
			acciones: ['entregar', 'cancelar', 'devolver'],
		})
		expect((await boss.get(`/api/admin_ordenes/${randomUUID()}/`)).statusCode).toBe(404)
	})

	it('store notes of staff, each once for any number of clicks', async () => {
		const order = await aPlacedOrder(shop, camila, { metodo_pago: 'efectivo' })
		const click = { 'idempotency-key': 'un-solo-clic' }
		await Promise.all([1, 2].map(() => act(order, 'notas', { texto: 'Llamar después de las 18.' }, click)))
		await act(order, 'notas', { texto: 'Llamada hecha.' }, click)
		expect(await notesOf(order)).toMatchObject([
			{ despues: 'Llamar después de las 18.', usuario: staffLogin.email },
			{ despues: 'Llamada hecha.' },
		])
		expect((await act(order, 'notas', { texto: ' ' })).statusCode).toBe(400)
	})

	it('resend its mail, once a minute at most', async () => {
		const order = await aPlacedOrder(shop, camila, { metodo_pago: 'transferencia' })
		const [mail] = (await detailOf(order)).correos
		expect(mail).toMatchObject({ plantilla: 'orden_recibida', destinatario: camila.email, se_puede_reenviar: true })
		await Promise.all([1, 2].map(() => act(order, 'reenviar_correo', { correo_id: mail.id })))
		await releaseHeld(shop)
		const sent = shop.inbox.mails().filter(({ subject }) => subject.includes(String(order.nro_orden)))
		expect(sent.length).toBe(2)
		expect((await act(order, 'reenviar_correo', { correo_id: randomUUID() })).statusCode).toBe(404)
	})

	it('resend its mail once for one key, however late it is repeated', async () => {
		const order = await aPlacedOrder(shop, camila, { metodo_pago: 'transferencia' })
		const [mail] = (await detailOf(order)).correos
		const key = { 'idempotency-key': randomUUID() }
		const sentAfter = async (headers: Record<string, string>) => {
			const answer = await act(order, 'reenviar_correo', { correo_id: mail.id }, headers)
			expect(answer.statusCode).toBe(200)
			const ago = { created_at: new Date(Date.now() - 10 * 60_000) }
			await shop.database.db.update(correos).set(ago).where(eq(correos.orden_id, order.orden_id))
			return answer.json().correos.length
		}
		expect(await sentAfter(key)).toBe(2)
		expect(await sentAfter(key)).toBe(2)
		expect(await sentAfter({ 'idempotency-key': randomUUID() })).toBe(3)
	})

	it('list an order as a case until staff resolve it', async () => {
		const order = await aPlacedOrder(shop, camila, { metodo_pago: 'efectivo' })
		await shop.database.db.update(ordenes).set({ atencion: 'monto_distinto' }).where(eq(ordenes.id, order.orden_id))
		const cases = async () => (await boss.get('/api/admin_casos/')).json<{ results: { id: string }[]; count: number }>()
		const before = await cases()
		expect(before.results).toContainEqual(expect.objectContaining({ id: order.orden_id, atencion: 'monto_distinto' }))
		const settle = () => boss.send('POST', `/api/admin_casos/${order.orden_id}/resolver/`)
		expect((await settle()).json()).toMatchObject({ atencion: null })
		expect((await settle()).statusCode).toBe(200)
		const after = await cases()
		expect(after.count).toBe(before.count - 1)
		expect(after.results.map(({ id }) => id)).not.toContain(order.orden_id)
		const story = (await detailOf(order)).historia
		expect(story.filter(({ accion }: { accion: string }) => accion === 'caso_resuelto').length).toBe(1)
	})
})

describe('the refunds of an order', () => {
	const refund = (order: PayableOrder, monto: unknown, key: string = randomUUID()) =>
		act(order, 'devolver', { monto, motivo: 'llegó con la tapa rota' }, { 'idempotency-key': key })

	it('are sent in parts through the gateway, never above the payment', async () => {
		const order = await aPaidOrder()
		const key = randomUUID()
		const clicks = await Promise.all([refund(order, 10_000, key), refund(order, 10_000, key)])
		expect(clicks.map(({ statusCode }) => statusCode)).toEqual([200, 200])
		expect(clicks.map((click) => click.json().repetida).sort()).toEqual([false, true])
		expect((await refund(order, 9000, key)).json()).toMatchObject({ code: 'clave_repetida' })
		expect((await refund(order, 49_981)).json()).toMatchObject({ code: 'devolucion_excede' })
		const [a, b] = await Promise.all([refund(order, 30_000), refund(order, 30_000)])
		expect([a.statusCode, b.statusCode].sort()).toEqual([200, 422])
		expect((await refund(order, 19_980)).json().pagos).toMatchObject([{ devolvible: 0, devuelto: 59_980 }])
		expect((await refund(order, 1)).json()).toMatchObject({ code: 'devolucion_excede' })
		await releaseHeld(shop)
		const rows = await shop.database.db.select().from(devoluciones).where(eq(devoluciones.orden_id, order.orden_id))
		expect(rows.map(({ monto, estado }) => ({ monto, estado }))).toEqual([
			{ monto: 10_000, estado: 'hecha' },
			{ monto: 30_000, estado: 'hecha' },
			{ monto: 19_980, estado: 'hecha' },
		])
	})

	it('are made once per click, and rejected without a key, an amount or a payment', async () => {
		const [paid, cash] = [await aPaidOrder(), await aPlacedOrder(shop, camila, { metodo_pago: 'efectivo' })]
		expect((await refund(paid, 0)).json()).toMatchObject({ code: 'valor_invalido' })
		expect((await refund(paid, -5)).json()).toMatchObject({ code: 'valor_invalido' })
		expect((await refund(paid, 'todo')).statusCode).toBe(400)
		expect((await act(paid, 'devolver', { monto: 1, motivo: 'prueba' })).statusCode).toBe(400)
		expect((await refund(cash, 1000)).json()).toMatchObject({ code: 'accion_no_corresponde' })
		expect((await orderRow(shop, paid.orden_id)).estado).toBe('pagada')
	})
})
