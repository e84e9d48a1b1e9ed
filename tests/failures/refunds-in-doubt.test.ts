import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'
import { reconcileRefundNotification, reconcileRefunds } from '#modules/payments/server/reconcile-refunds.ts'
import { closeRefund } from '#modules/payments/server/refunds.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import {
	allBehave,
	type Method,
	type RefundShop,
	refundEngines,
	refundHelpers,
} from '#tests/failures/refund-helpers.ts'
import { staffLogin, type TestShop } from '#tests/open-shop.ts'
import { orderRow } from '#tests/shop-helpers.ts'
import { theBoss } from '#tests/staff-helpers.ts'

describe.each(refundEngines)('a refund in doubt on %s', (_name, openEngine) => {
	let opened: RefundShop
	let shop: TestShop
	let processes: readonly PaymentContext[]
	const { aPaidOrder, aRefund, rowOf, goneBack, run } = refundHelpers(() => shop)

	beforeAll(async () => {
		opened = await openEngine()
		;({ shop, processes } = opened)
	})
	afterAll(async () => await opened.stop())
	beforeEach(async () => await allBehave(shop))
	afterEach(async () => {
		expect(await violatedInvariantsOf(shop)).toEqual([])
	})

	/** Decides the last requested refund at Flow; returns Flow's reference. */
	async function decideAtFlow(accion: 'refunded' | 'rejected'): Promise<string> {
		const page = await (await fetch(`${shop.simulatorsUrl}/flow/`)).text()
		const token = /operador\/devoluciones\/(\w+)/.exec(page)?.[1] ?? ''
		await fetch(`${shop.simulatorsUrl}/flow/operador/devoluciones/${token}`, {
			method: 'POST',
			body: new URLSearchParams({ accion }),
			redirect: 'manual',
		})
		return token
	}

	const mailsAbout = async (orden_id: string, subject: RegExp) => {
		await shop.drainJobs()
		const { nro_orden } = await orderRow(shop, orden_id)
		return shop.inbox.mails().filter((mail) => subject.test(mail.subject) && mail.subject.includes(String(nro_orden)))
	}

	it('is a case for staff and is never sent again when its result cannot be read', async () => {
		const { id, pago_id, orden_id, provider } = await aRefund('webpay')
		await provider.faults({ tipo: 'corte_despues', ruta: 'refunds' })
		await run(id)
		// The provider returns no payment older than a week.
		shop.clock.advanceMinutes(8 * 24 * 60)
		for (let times = 0; times < 4; times += 1) await run(id, processes[times % 2])
		await reconcileRefunds(shop.payments)
		expect(await rowOf(id)).toMatchObject({ estado: 'en_duda' })
		expect(await orderRow(shop, orden_id)).toMatchObject({ atencion: 'devolucion_en_duda' })
		expect(await goneBack(pago_id)).toBe(7000)
		const told = await mailsAbout(orden_id, /^No se sabe si una devolución se hizo/)
		expect(told.map(({ to }) => to)).toEqual([staffLogin.email])
	})

	it('counts as refunded, so no more than the paid amount is refunded', async () => {
		const { id, orden_id, provider } = await aRefund('flow', 20_000)
		await provider.faults({ tipo: 'corte', ruta: 'refund' })
		await run(id)
		shop.clock.advanceMinutes(6)
		await run(id)
		expect(await rowOf(id)).toMatchObject({ estado: 'en_duda' })
		expect((await provider.refund(orden_id, 20_000)).statusCode).toBe(422)
	})

	it('is settled at Flow by the notification of its decision, and by no other', async () => {
		const { id, pago_id, orden_id, provider } = await aRefund('flow')
		await provider.faults({ tipo: 'corte_despues', ruta: 'refund' })
		await run(id)
		shop.clock.advanceMinutes(6)
		await run(id)
		expect(await orderRow(shop, orden_id)).toMatchObject({ atencion: 'devolucion_en_duda' })
		await reconcileRefundNotification(shop.payments, id, 'A'.repeat(40))
		expect(await rowOf(id)).toMatchObject({ estado: 'en_duda' })
		const token = await decideAtFlow('refunded')
		const settled = async () => {
			await shop.drainJobs()
			return await rowOf(id)
		}
		await expect.poll(settled).toMatchObject({ estado: 'hecha', devolucion_id: token })
		expect(await orderRow(shop, orden_id)).toMatchObject({ atencion: null })
		expect(await goneBack(pago_id)).toBe(7000)
	})

	it("does not match another refund's reference at Flow", async () => {
		const { id, orden_id, provider } = await aRefund('flow', 5000)
		expect(await run(id)).toBe('ran')
		const { devolucion_id } = await rowOf(id)
		await provider.faults({ tipo: 'corte', ruta: 'refund' })
		expect((await provider.refund(orden_id, 5000)).statusCode).toBe(200)
		shop.clock.advanceMinutes(6)
		const second = (await provider.refundsOf(orden_id)).find((one) => one.id !== id)?.id ?? ''
		await run(second)
		expect(await rowOf(second)).toMatchObject({ estado: 'en_duda' })
		await reconcileRefundNotification(shop.payments, second, devolucion_id ?? '')
		expect(await rowOf(second)).toMatchObject({ estado: 'en_duda', devolucion_id: null })
	})

	/** A refund in doubt that its provider made or never received. */
	async function aDoubt(metodo_pago: Method, wasMade: boolean) {
		const refund = await aRefund(metodo_pago)
		await doubt(refund, wasMade)
		return refund
	}
	async function doubt({ id, provider }: Awaited<ReturnType<typeof aRefund>>, wasMade: boolean) {
		await provider.faults({ tipo: wasMade ? 'corte_despues' : 'corte', ruta: 'refund' })
		await run(id)
		// Webpay returns no payment older than a week.
		shop.clock.advanceMinutes(8 * 24 * 60)
		await run(id)
		expect(await rowOf(id)).toMatchObject({ estado: 'en_duda' })
	}
	const say = async (orden_id: string, devolucion_id: string, hecha: unknown) =>
		await (await theBoss(shop)).send('POST', `/api/admin_ordenes/${orden_id}/aclarar_devolucion/`, {
			devolucion_id,
			hecha,
		})
	const actionsOf = ({ historia }: OrderDetail) =>
		historia.filter(({ accion }) => accion.startsWith('devolucion_')).map(({ accion, usuario }) => [accion, usuario])

	it.each(['webpay', 'flow'] as const)('is made, with one mail, when staff confirm it at %s', async (metodo_pago) => {
		const { id, orden_id, pago_id } = await aDoubt(metodo_pago, true)
		const clicks = await Promise.all([1, 2, 3].map(() => say(orden_id, id, true)))
		expect(clicks.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
		const after = clicks[0]?.json<OrderDetail>()
		expect(after).toMatchObject({ atencion: null, pagos: [{ devuelto: 7000 }], devoluciones: [{ estado: 'hecha' }] })
		expect(after && actionsOf(after).at(-1)).toEqual(['devolucion_averiguada_hecha', staffLogin.email])
		expect(await mailsAbout(orden_id, /^Te devolvimos \$7\.000/)).toHaveLength(1)
		expect((await say(orden_id, id, false)).json()).toMatchObject({ code: 'accion_no_corresponde', estado: 'hecha' })
		expect(await goneBack(pago_id)).toBe(7000)
		// Accepts it, otherwise the money returns to the shop days later.
		if (metodo_pago === 'flow') await decideAtFlow('refunded')
	})

	it.each(['webpay', 'flow'] as const)('can be made anew when staff mark it as not made at %s', async (metodo_pago) => {
		const { id, orden_id, pago_id, provider } = await aDoubt(metodo_pago, false)
		const mails = (await mailsAbout(orden_id, /devolución/)).length
		expect((await provider.refund(orden_id, 29_990)).statusCode).toBe(422)
		const clicks = await Promise.all([1, 2].map(() => say(orden_id, id, false)))
		expect(clicks.map(({ statusCode }) => statusCode)).toEqual([200, 200])
		const after = clicks[0]?.json<OrderDetail>()
		expect(after).toMatchObject({
			atencion: null,
			pagos: [{ devuelto: 0, devolvible: 29_990 }],
			devoluciones: [{ estado: 'rechazada' }],
		})
		expect(after && actionsOf(after).at(-1)).toEqual(['devolucion_averiguada_no_hecha', staffLogin.email])
		expect((await say(orden_id, id, true)).statusCode).toBe(409)
		// The member of staff who decided gets no mail, and the gateway is not called again.
		expect(await mailsAbout(orden_id, /devolución/)).toHaveLength(mails)
		shop.clock.advanceMinutes(100)
		await reconcileRefunds(shop.payments)
		expect(await rowOf(id)).toMatchObject({ estado: 'rechazada' })
		expect((await provider.refund(orden_id, 29_990)).statusCode).toBe(200)
		expect(await goneBack(pago_id)).toBe(29_990)
	})

	it('leaves its case open while another of the order is in doubt', async () => {
		const { id, orden_id, provider } = await aDoubt('flow', false)
		await provider.faults({ tipo: 'corte', ruta: 'refund' })
		await provider.refund(orden_id, 5000)
		shop.clock.advanceMinutes(6)
		const second = (await provider.refundsOf(orden_id)).find((one) => one.id !== id)?.id ?? ''
		await run(second)
		expect((await say(orden_id, id, false)).json()).toMatchObject({ atencion: 'devolucion_en_duda' })
		expect((await say(orden_id, second, false)).json()).toMatchObject({ atencion: null })
	})

	it('cannot be settled by staff when it is not in doubt or belongs to another order', async () => {
		const { id, orden_id } = await aRefund('webpay')
		const early = await say(orden_id, id, true)
		expect([early.statusCode, early.json()]).toMatchObject([409, { code: 'accion_no_corresponde', estado: 'pedida' }])
		await run(id)
		// Correct, but without permission.
		expect((await say(orden_id, id, true)).json()).toMatchObject({
			error: 'Esta devolución ya no está en duda: la tienda sabe que se hizo.',
		})
		const other = await aPaidOrder('webpay')
		expect((await say(other.orden_id, id, true)).statusCode).toBe(404)
		expect((await say(orden_id, randomUUID(), true)).statusCode).toBe(404)
		expect((await say(orden_id, id, 'quizás')).statusCode).toBe(400)
		expect(await rowOf(id)).toMatchObject({ estado: 'hecha' })
	})

	// Flow never shows refunds on a payment: ignoring this decision could refund the money twice.
	it('counts as made and is a case when the gateway reports it made after staff did not find it', async () => {
		const { id, orden_id, pago_id } = await aDoubt('flow', true)
		expect((await say(orden_id, id, false)).json()).toMatchObject({ pagos: [{ devolvible: 29_990 }] })
		const token = await decideAtFlow('refunded')
		await reconcileRefundNotification(shop.payments, id, token)
		await reconcileRefundNotification(processes[1] ?? shop.payments, id, token)
		expect(await rowOf(id)).toMatchObject({ estado: 'hecha', devolucion_id: token })
		expect(await orderRow(shop, orden_id)).toMatchObject({ atencion: 'devolucion_hecha_despues' })
		expect((await say(orden_id, id, false)).statusCode).toBe(409)
		expect(await mailsAbout(orden_id, /^Te devolvimos/)).toHaveLength(1)
		expect(await mailsAbout(orden_id, /^Una devolución sí se hizo/)).toHaveLength(1)
		expect(await goneBack(pago_id)).toBe(7000)
	})

	it('is counted twice when staff made it anew and the gateway made both', async () => {
		const { id, orden_id, pago_id, provider } = await aDoubt('flow', true)
		const first = await decideAtFlow('refunded')
		await say(orden_id, id, false)
		await provider.refund(orden_id, 9000)
		await reconcileRefundNotification(shop.payments, id, first)
		const { pagos } = (await (await theBoss(shop)).get(`/api/admin_ordenes/${orden_id}/`)).json<OrderDetail>()
		expect(pagos).toMatchObject([{ devuelto: 16_000, devolvible: 13_990 }])
		expect(await goneBack(pago_id)).toBe(16_000)
	})

	it('is a case and can be made anew when the gateway refuses it after staff marked it as made', async () => {
		const { id, orden_id, provider } = await aDoubt('flow', true)
		await say(orden_id, id, true)
		await reconcileRefundNotification(shop.payments, id, await decideAtFlow('rejected'))
		expect(await rowOf(id)).toMatchObject({ estado: 'rechazada' })
		expect(await orderRow(shop, orden_id)).toMatchObject({ atencion: 'devolucion_rechazada' })
		expect((await provider.refund(orden_id, 29_990)).statusCode).toBe(200)
	})

	it("ends with the gateway's answer when it arrives while staff decide", async () => {
		const { id, orden_id } = await aDoubt('webpay', true)
		const asked = await rowOf(id)
		await say(orden_id, id, false)
		// A request sent earlier is answered only now.
		await closeRefund(shop.payments, asked, { estado: 'hecho', devolucion_id: 'w-1' })
		expect(await rowOf(id)).toMatchObject({ estado: 'hecha' })
	})
})
