import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import type { OpenDatabase } from '#core/server/db/database.ts'
import { devoluciones } from '#modules/orders/payment-tables.ts'
import { GatewayKeyRefused } from '#modules/payments/server/gateways/gateway.ts'

import { claimRefund, markSent, type RefundClaim, releaseRefund } from '#modules/payments/server/refunds.ts'
import { aShop } from '#tests/a-shop.ts'

import { refundHelpers } from '#tests/failures/refund-helpers.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { openTestDatabase } from '#tests/open-database.ts'
import { anOrder, orderRow, sendOrder } from '#tests/shop-helpers.ts'
import { writePayment, writeRefund } from '#tests/written-refund.ts'

const shop = await aShop()

const adjust = (gateway: GatewayMethod, ajustes: Record<string, unknown>) =>
	gatewayHelpers(shop, gateway).adjust(ajustes)

const { aRefund, rowOf, goneBack, run } = refundHelpers(() => shop)

/** A refund sent while Mercado Pago answers in this way. */
async function aSentRefund(devoluciones: string) {
	const refund = await aRefund('mercadopago')
	await adjust('mercadopago', { devoluciones })
	await run(refund.id)
	await adjust('mercadopago', { devoluciones: 'al_instante' })
	return refund
}

it('marks a refund that Mercado Pago made and answered with a rejection as made: its list is read first', async () => {
	const { id, orden_id } = await aSentRefund('negadas')
	expect(await rowOf(id)).toMatchObject({ estado: 'hecha', devolucion_id: expect.stringMatching(/^\d+$/) })
	expect(await orderRow(shop, orden_id)).toMatchObject({ atencion: null })
})

it('neither refuses nor repeats a refund that Mercado Pago is still making', async () => {
	const { id, pago_id } = await aSentRefund('a_la_vez')
	expect(await rowOf(id)).toMatchObject({ estado: 'enviando' })
	for (let times = 0; times < 2; times += 1) await run(id)
	expect(await rowOf(id)).toMatchObject({ estado: 'hecha' })
	expect(await goneBack(pago_id)).toBe(7000)
})

it.each(['read', 'refund'] as const)('keeps a refund whose key was refused at %s, and makes it once', async (call) => {
	const { id, pago_id } = await aRefund('mercadopago')
	const gateway = shop.payments.gateways.get('mercadopago')
	if (!gateway) throw new Error('no mercadopago')
	const refusing = { ...gateway, [call]: () => Promise.reject(new GatewayKeyRefused('401')) }
	const payments = { ...shop.payments, gateways: new Map([['mercadopago', refusing]] as const) }
	expect(await run(id, payments)).toContain('refuses the key')
	expect(await rowOf(id)).toMatchObject({ estado: 'pedida', enviada_at: null })
	expect(await run(id)).toBe('ran')
	expect(await rowOf(id)).toMatchObject({ estado: 'hecha' })
	expect(await goneBack(pago_id)).toBe(7000)
})

it('names an e-mail that Flow rejects to the customer', async () => {
	await adjust('flow', { correos_de_ejemplo: 'rechaza' })
	const email = `beto-${randomUUID().slice(0, 8)}@example.com`
	const password = 'una-clave-segura'
	const payload = { email, password, first_name: 'Beto', last_name: 'Rojas' }
	await shop.app.inject({ method: 'POST', url: '/api/register/', payload })
	const login = await shop.app.inject({ method: 'POST', url: '/api/token/', payload: { username: email, password } })
	const beto = { email, password, ...login.json<{ access: string; refresh: string }>() }
	const answer = await sendOrder(shop, beto, anOrder({ metodo_pago: 'flow' }))
	expect(answer.statusCode).toBe(422)
	expect(answer.json()).toMatchObject({ code: 'correo_no_aceptado', error: expect.stringContaining(email) })
})

describe('one sender at a time', () => {
	let database: OpenDatabase
	const start = new Date('2026-11-23T12:00:00Z')

	beforeAll(async () => {
		database = await openTestDatabase()
	})
	afterAll(() => database.close())

	const at = (seconds: number) => new Date(start.getTime() + seconds * 1000)
	const deps = (seconds = 0) => ({ db: database.db, newId: randomUUID, clock: { now: () => at(seconds) } })
	const claim = (id: string, seconds = 0) => claimRefund(deps(seconds), id)

	async function claimed(id: string, seconds = 0): Promise<RefundClaim> {
		const got = await claim(id, seconds)
		if (!got) throw new Error('nothing to send')
		return got
	}

	async function rowOf(id: string) {
		const [row] = await database.db.select().from(devoluciones).where(eq(devoluciones.id, id))
		return row
	}

	const aRefund = async (changes: Parameters<typeof writeRefund>[2] = {}) =>
		writeRefund(database, await writePayment(database), changes)

	describe('claimRefund', () => {
		it('locks the refund to one sender for a minute, and then to the next', async () => {
			const { id } = await aRefund()
			const { reserva } = await claimed(id)
			expect(await rowOf(id)).toMatchObject({ estado: 'enviando', reserva, reservada_hasta: at(60) })
			await expect(claim(id, 59)).rejects.toThrow('this refund is being sent')
			expect((await claimed(id, 60)).reserva).not.toBe(reserva)
		})

		it("returns its payment, attempt and customer, and the gateway's ids of its other refunds", async () => {
			const pago = await writePayment(database)
			await writeRefund(database, pago, { estado: 'hecha', devolucion_id: 'r1' })
			await writeRefund(database, pago, { estado: 'rechazada' })
			const { id } = await writeRefund(database, pago)
			expect(await claimed(id)).toMatchObject({
				pago: { pago_id: pago.pago_id },
				attempt: { id: pago.intento_id },
				email: 'ana@correo.cl',
				known: ['r1'],
			})
		})

		it.each(['en_curso', 'en_duda', 'hecha', 'rechazada'] as const)('returns none once it is %s', async (estado) => {
			expect(await claim((await aRefund({ estado })).id)).toBeUndefined()
		})

		it('returns none without a request', async () => {
			expect(await claim(randomUUID())).toBeUndefined()
		})
	})

	describe('two refunds of one payment', () => {
		it('are sent one after the other, the older first', async () => {
			const pago = await writePayment(database)
			const older = await writeRefund(database, pago, { created_at: at(-10) })
			const newer = await writeRefund(database, pago, { created_at: at(-5) })
			await expect(claim(newer.id)).rejects.toThrow('another refund of this payment is not sent yet')
			await claimed(older.id)
			await expect(claim(newer.id)).rejects.toThrow('another refund of this payment is not sent yet')
			await database.db.update(devoluciones).set({ estado: 'hecha' }).where(eq(devoluciones.id, older.id))
			expect((await claimed(newer.id)).refund.id).toBe(newer.id)
		})

		it('of the same time are sent in the order of their ids', async () => {
			const pago = await writePayment(database)
			const [first = '', second = ''] = [randomUUID(), randomUUID()].sort()
			for (const id of [second, first]) await writeRefund(database, pago, { id, created_at: start })
			await expect(claim(second)).rejects.toThrow('another refund of this payment is not sent yet')
			expect((await claimed(first)).refund.id).toBe(first)
		})
	})

	describe("the holder of a refund's claim", () => {
		it('stores that it sends, with the amount refunded before', async () => {
			const { id } = await aRefund()
			await markSent(deps(59), await claimed(id), 500)
			expect(await rowOf(id)).toMatchObject({ enviada_at: at(59), devuelto_antes: 500 })
		})

		it('is rejected after its minute, or after another claim', async () => {
			const { id } = await aRefund()
			const late = await claimed(id)
			await expect(markSent(deps(60), late, null)).rejects.toThrow('the claim on this refund has run out')
			await claimed(id, 61)
			await expect(markSent(deps(62), late, null)).rejects.toThrow('the claim on this refund has run out')
			expect(await rowOf(id)).toMatchObject({ enviada_at: null })
		})

		it('releases an unsent refund, which waits as if for the first time', async () => {
			const { id } = await aRefund()
			await releaseRefund(deps(), await claimed(id), false)
			expect(await rowOf(id)).toMatchObject({ estado: 'pedida', reserva: null, reservada_hasta: null })
		})

		it('releases a sent refund, which stays pending until the gateway is read, unless it did nothing', async () => {
			const { id } = await aRefund()
			const first = await claimed(id)
			await markSent(deps(), first, null)
			await releaseRefund(deps(), first, false)
			expect(await rowOf(id)).toMatchObject({ estado: 'enviando', reserva: null, enviada_at: start })
			await releaseRefund(deps(), await claimed(id), true)
			expect(await rowOf(id)).toMatchObject({ estado: 'pedida', enviada_at: null })
		})

		it('releases nothing after another claim', async () => {
			const { id } = await aRefund()
			const late = await claimed(id)
			const { reserva } = await claimed(id, 60)
			await releaseRefund(deps(61), late, true)
			expect(await rowOf(id)).toMatchObject({ estado: 'enviando', reserva })
		})
	})
})
