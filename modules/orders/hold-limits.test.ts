import { describe, expect, it } from 'vitest'
import { type HoldBuyer, ordersProblem, type Standing, shareProblem } from '#modules/orders/hold-limits.ts'
import { settingsFrom } from '#modules/settings/settings.ts'

const settings = settingsFrom(new Map())
const none = { orders: 0, units: 0 }
const held = { account: none, phone: none, network_new: none, network_all: none }
const buyer = (standing: Standing, isPaidLater = true): HoldBuyer => ({ standing, isPaidLater })
const everyone = (['known', 'proved', 'new'] as const).flatMap((one) => [buyer(one, true), buyer(one, false)])

describe('the limits of an account and of a phone', () => {
	it('hold for everyone and every method, and allow the limit itself', () => {
		for (const one of everyone) {
			expect(ordersProblem(one, 20, { ...held, account: { orders: 4, units: 40 } }, settings)).toBeUndefined()
			for (const name of ['account', 'phone']) {
				expect(ordersProblem(one, 1, { ...held, [name]: { orders: 5, units: 5 } }, settings)).toMatchObject({
					failure: 'limite_ordenes',
					text: 'Ya hay 5 pedidos sin pagar con tu cuenta o tu teléfono. Paga uno desde tus órdenes, o escríbenos para cancelarlo, y podrás hacer este.',
					extra: { limite: 5 },
				})
				expect(ordersProblem(one, 20, { ...held, [name]: { orders: 2, units: 41 } }, settings)).toMatchObject({
					failure: 'limite_unidades',
					extra: { limite: 60 },
				})
			}
		}
	})

	it('write a limit of one in the singular', () => {
		const one = { ...settings, limite_ordenes_abiertas: 1 }
		const refused = ordersProblem(buyer('known'), 1, { ...held, phone: { orders: 1, units: 1 } }, one)
		expect(refused?.text).toContain('Ya hay 1 pedido sin pagar')
	})
})

describe('the limits of a network', () => {
	it('ask a new account that pays later to prove its address after 10 orders or 40 units', () => {
		for (const full of [
			{ orders: 10, units: 10 },
			{ orders: 1, units: 40 },
		]) {
			const network = { ...held, network_new: full }
			expect(ordersProblem(buyer('new'), 1, network, settings)?.failure).toBe('confirma_correo')
			for (const other of [buyer('new', false), buyer('proved'), buyer('known')])
				expect(ordersProblem(other, 1, network, settings)).toBeUndefined()
		}
		expect(ordersProblem(buyer('new'), 1, { ...held, network_new: { orders: 9, units: 39 } }, settings)).toBeUndefined()
	})

	it('stop accounts that never paid after 30 orders or 120 units by any method, and say what helps', () => {
		for (const full of [
			{ orders: 30, units: 30 },
			{ orders: 1, units: 120 },
		]) {
			const network = { ...held, network_all: full }
			for (const isPaidLater of [true, false]) {
				for (const standing of ['new', 'proved'] as const)
					expect(ordersProblem(buyer(standing, isPaidLater), 1, network, settings)).toMatchObject({
						failure: 'limite_ordenes',
						text: expect.stringContaining('WhatsApp'),
					})
				expect(ordersProblem(buyer('known', isPaidLater), 1, network, settings)).toBeUndefined()
			}
		}
	})
})

describe('the share of a colour', () => {
	const negro = { color: 'Negro', wanted: 10, all: 100, color_new: 0, color_all: 0 }

	it('is half for new accounts that pay later', () => {
		expect(shareProblem(buyer('new'), [{ ...negro, color_new: 40, color_all: 40 }], settings)).toBeUndefined()
		const full = [{ ...negro, color_new: 41, color_all: 41 }]
		expect(shareProblem(buyer('new'), full, settings)?.failure).toBe('confirma_correo')
		for (const other of [buyer('new', false), buyer('proved'), buyer('known')])
			expect(shareProblem(other, full, settings)).toBeUndefined()
	})

	it('is 80 percent for all that never paid and pay later', () => {
		const full = [{ ...negro, color_all: 71 }]
		for (const standing of ['new', 'proved'] as const)
			expect(shareProblem(buyer(standing), full, settings)).toMatchObject({
				failure: 'limite_ordenes',
				text: 'Ya hay muchas unidades de Negro reservadas sin pagar. Elige otro medio de pago, prueba un poco más tarde o escríbenos por WhatsApp.',
			})
		expect(shareProblem(buyer('proved'), [{ ...negro, color_all: 70 }], settings)).toBeUndefined()
		for (const other of [buyer('proved', false), buyer('known')])
			expect(shareProblem(other, full, settings)).toBeUndefined()
	})
})
