import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clp } from '#core/rules/money.ts'
import { gatewayMethods } from '#core/rules/payment-methods.ts'
import { demoCommerceCode } from '#core/server/environment/demo.ts'
import { GatewayRefused } from '#modules/payments/server/gateways/gateway.ts'
import type { PaymentContext } from '#modules/payments/server/payment-context.ts'
import { reconcileRefunds } from '#modules/payments/server/reconcile-refunds.ts'
import { claimRefund, markSent, releaseRefund } from '#modules/payments/server/refunds.ts'
import { createWebpay } from '#modules/payments/server/webpay/webpay.ts'
import { violatedInvariantsOf } from '#tests/failures/check-shop.ts'
import {
	allBehave,
	type Method,
	type RefundShop,
	refundEngines,
	refundHelpers,
} from '#tests/failures/refund-helpers.ts'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import type { TestShop } from '#tests/open-shop.ts'
import { orderRow } from '#tests/shop-helpers.ts'

describe.each(refundEngines)('a refund on %s', (_name, openEngine) => {
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

	const taken = (metodo_pago: Method) => (metodo_pago === 'flow' ? 'en_curso' : 'hecha')

	it.each(gatewayMethods)('is made once at %s when two processes send it at the same moment', async (metodo_pago) => {
		for (let round = 0; round < 5; round += 1) {
			const { id, pago_id } = await aRefund(metodo_pago)
			const ran = await Promise.all([0, 1, 0, 1].map((at) => run(id, processes[at])))
			expect(ran.filter((how) => how === 'ran')).not.toEqual([])
			expect(await goneBack(pago_id)).toBe(7000)
			expect(await rowOf(id)).toMatchObject({ estado: taken(metodo_pago), reserva: null })
		}
	})

	it('is left to the process that sends it, and retried by another after its lease ends', async () => {
		const { id, pago_id } = await aRefund('webpay')
		expect(await claimRefund(shop.payments, id)).toBeDefined()
		expect(await run(id, processes[1])).toBe('this refund is being sent')
		expect(await goneBack(pago_id)).toBe(0)
		shop.clock.advanceMinutes(2)
		expect(await run(id, processes[1])).toBe('ran')
		expect(await goneBack(pago_id)).toBe(7000)
	})

	it('is not sent by a process that lost its lease and resumes', async () => {
		const { id } = await aRefund('webpay')
		const other = processes[1] ?? shop.payments
		const sleeper = await claimRefund(shop.payments, id)
		if (!sleeper) throw new Error('not claimed')
		const wakesUp = () => expect(markSent(shop.payments, sleeper, 0)).rejects.toThrow('run out')
		shop.clock.advanceMinutes(2)
		await wakesUp()
		const taken = await claimRefund(other, id)
		if (!taken) throw new Error('not taken over')
		await wakesUp()
		await releaseRefund(shop.payments, sleeper, true)
		expect(await rowOf(id)).toMatchObject({ estado: 'enviando', reserva: taken.reserva })
		await releaseRefund(other, taken, true)
		expect(await run(id, other)).toBe('ran')
		await wakesUp()
	})

	const answers = {
		refused: () => Promise.reject(new GatewayRefused('not today')),
		'turned down': () => Promise.resolve({ estado: 'rechazado', devolucion_id: 'no' } as const),
		made: () => Promise.resolve({ estado: 'hecho', devolucion_id: 'made' } as const),
	}
	it.each(['refused', 'turned down', 'made'] as const)(
		"ignores the first process's answer after another retried it, unless it says made (%s)",
		async (how) => {
			const { id, pago_id } = await aRefund('webpay')
			const gateway = shop.payments.gateways.get('webpay')
			if (!gateway) throw new Error('no webpay')
			const other = processes[1] ?? shop.payments
			const taken: (string | undefined)[] = []
			const slow: typeof gateway = {
				...gateway,
				async refund(refund) {
					if (how === 'made') await gateway.refund(refund)
					shop.clock.advanceMinutes(2)
					taken.push((await claimRefund(other, id))?.reserva)
					return await answers[how]()
				},
			}
			await run(id, { ...shop.payments, gateways: new Map([['webpay', slow]]) })
			const now = { estado: how === 'made' ? 'hecha' : 'enviando', reserva: how === 'made' ? null : taken[0] }
			expect(await rowOf(id)).toMatchObject(now)
			shop.clock.advanceMinutes(6)
			expect(await run(id, other)).toBe('ran')
			expect(await rowOf(id)).toMatchObject({ estado: 'hecha' })
			expect(await goneBack(pago_id)).toBe(7000)
		},
	)

	it.each(gatewayMethods)('is made once at %s when its process died after sending it', async (metodo_pago) => {
		const { id, pago_id, provider } = await aRefund(metodo_pago)
		const claim = await claimRefund(shop.payments, id)
		if (!claim) throw new Error('not claimed')
		await markSent(shop.payments, claim, 0)
		const gateway = shop.payments.gateways.get(metodo_pago)
		await gateway?.refund({ ...claim, id, pago_id, monto: clp(claim.refund.monto) })
		// The process died at this point.
		shop.clock.advanceMinutes(10)
		for (let times = 0; times < 3; times += 1) await run(id, processes[times % 2])
		expect(await goneBack(pago_id)).toBe(7000)
		expect((await provider.refundsOf(claim.refund.orden_id))[0]?.estado).toBe(
			metodo_pago === 'flow' ? 'en_duda' : 'hecha',
		)
	})

	it.each(['mercadopago', 'webpay'] as const)('is found at %s when its answer was lost', async (metodo_pago) => {
		const { id, pago_id, provider } = await aRefund(metodo_pago)
		await provider.faults({ tipo: 'corte_despues', ruta: 'refunds' })
		expect(await run(id)).toContain('no answer')
		expect(await rowOf(id)).toMatchObject({ estado: 'enviando', reserva: null })
		expect(await run(id, processes[1])).toBe('ran')
		expect(await rowOf(id)).toMatchObject({ estado: 'hecha' })
		expect(await goneBack(pago_id)).toBe(7000)
	})

	it('is not sent again when the provider makes it after the timeout', async () => {
		const { id, pago_id, provider } = await aRefund('webpay')
		/** Returns when the provider has the call, however long that takes. */
		const leaves: typeof fetch = async (input, init) => {
			const left = new AbortController()
			const answer = fetch(input, { ...init, signal: left.signal })
			if (String(input).includes('refunds')) {
				await expect.poll(provider.faultsLeft).toBe(0)
				left.abort()
			}
			return await answer
		}
		const place = { apiUrl: `${shop.simulatorsUrl}/webpay`, publicUrl: shop.env.publicUrl, fetch: leaves }
		const hasty = createWebpay({ ...place, commerceCode: demoCommerceCode, apiKey: shop.secrets.webpayApiKey })
		await provider.faults({ tipo: 'lento', ruta: 'refunds', demora_ms: 5000 })
		expect(await run(id, { ...shop.payments, gateways: new Map([['webpay', hasty]]) })).toContain('no answer')
		expect(await goneBack(pago_id)).toBe(0)
		expect(await run(id)).toContain('may still be working on it')
		await expect.poll(() => goneBack(pago_id)).toBe(7000)
		expect(await run(id)).toBe('ran')
		expect(await rowOf(id)).toMatchObject({ estado: 'hecha' })
		expect(await goneBack(pago_id)).toBe(7000)
	})

	it('is sent again after the timeout of any running request when it was surely not made', async () => {
		const { id, pago_id, provider } = await aRefund('webpay')
		await provider.faults({ tipo: 'corte', ruta: 'refunds' })
		expect(await run(id)).toContain('no answer')
		expect(await run(id)).toContain('may still be working on it')
		shop.clock.advanceMinutes(6)
		expect(await run(id)).toBe('ran')
		expect(await goneBack(pago_id)).toBe(7000)
	})

	it('is sent again at once when the provider rejected it unread', async () => {
		const { id, pago_id, provider } = await aRefund('flow')
		await provider.faults({ tipo: '429', ruta: 'refund' })
		expect(await run(id)).toContain('429')
		expect(await rowOf(id)).toMatchObject({ estado: 'pedida', enviada_at: null })
		expect(await run(id)).toBe('ran')
		expect(await goneBack(pago_id)).toBe(7000)
	})

	it('waits for an earlier refund of the same payment at a provider without idempotency keys', async () => {
		const { id, orden_id, pago_id, provider } = await aRefund('webpay', 5000)
		await provider.faults({ tipo: 'corte_despues', ruta: 'refunds' })
		await run(id)
		expect((await provider.refund(orden_id, 5000)).statusCode).toBe(200)
		expect(await goneBack(pago_id)).toBe(5000)
		expect(await run(id)).toBe('ran')
		const [, second] = await provider.refundsOf(orden_id)
		expect(await run(second?.id ?? '')).toBe('ran')
		expect(await goneBack(pago_id)).toBe(10_000)
	})

	it('does not match an equal earlier refund of the same payment when its answer was lost', async () => {
		const { id, orden_id, pago_id, provider } = await aRefund('mercadopago', 5000)
		expect(await run(id)).toBe('ran')
		await provider.faults({ tipo: 'corte', ruta: 'refunds' })
		expect((await provider.refund(orden_id, 5000)).statusCode).toBe(200)
		const [, second] = await provider.refundsOf(orden_id)
		expect(await goneBack(pago_id)).toBe(5000)
		expect(second).toMatchObject({ estado: 'enviando' })
		expect(await run(second?.id ?? '')).toBe('ran')
		expect(await goneBack(pago_id)).toBe(10_000)
	})

	it('is sent by the reconciliation when it has no job', async () => {
		const { id, pago_id } = await aRefund('webpay')
		await reconcileRefunds(shop.payments)
		expect(await goneBack(pago_id)).toBe(0)
		shop.clock.advanceMinutes(100)
		await reconcileRefunds(shop.payments)
		expect(await rowOf(id)).toMatchObject({ estado: 'hecha' })
	})

	it('becomes a case for staff, who can request it again, when the gateway refuses it', async () => {
		const { orden_id } = await aPaidOrder('webpay')
		const provider = gatewayHelpers(shop, 'webpay')
		// The provider refuses refunds after ninety days.
		shop.clock.advanceMinutes(91 * 24 * 60)
		const key = 'la-misma-clave'
		expect((await provider.refund(orden_id, 9000, key)).json()).toMatchObject({ repetida: false })
		expect(await provider.refundsOf(orden_id)).toMatchObject([{ estado: 'rechazada', reserva: null }])
		const { atencion, nro_orden } = await orderRow(shop, orden_id)
		expect(atencion).toBe('devolucion_rechazada')
		await shop.drainJobs()
		const subject = `La pasarela rechazó una devolución · Orden N° ${nro_orden}`
		expect(shop.inbox.mails().filter((mail) => mail.subject === subject)).toHaveLength(1)
		// A retry with the same key after a lost refusal: nothing was refunded, so it is not "already done".
		expect((await provider.refund(orden_id, 9000, key)).json()).toMatchObject({ repetida: false })
		expect(await provider.refundsOf(orden_id)).toHaveLength(2)
		await shop.drainJobs()
		expect(shop.inbox.mails().filter((mail) => mail.subject === subject)).toHaveLength(2)
		expect((await provider.refund(orden_id, 8000, key)).json()).toMatchObject({ code: 'clave_repetida' })
		expect((await provider.refund(orden_id, 9000)).statusCode).toBe(200)
	})

	it('reaches Webpay weeks after the payment, when Webpay no longer returns its state', async () => {
		const { orden_id } = await aPaidOrder('webpay')
		shop.clock.advanceMinutes(30 * 24 * 60)
		const provider = gatewayHelpers(shop, 'webpay')
		expect((await provider.refund(orden_id, 9000)).statusCode).toBe(200)
		expect(await provider.refundsOf(orden_id)).toMatchObject([{ monto: 9000, estado: 'hecha' }])
	})
})
