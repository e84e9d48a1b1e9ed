import { describe, expect, it } from 'vitest'
import { transferStage } from '#modules/checkout/web/transfer-screen.tsx'
import { type Estado, estados } from '#modules/orders/estado.ts'

describe('the stage of a transfer', () => {
	it('requests a transfer only while the order is pending', () => {
		const open: readonly Estado[] = ['pendiente']
		for (const estado of estados) {
			for (const wasExpired of [true, false]) {
				expect(transferStage(estado, wasExpired) === 'abierta', estado).toBe(open.includes(estado))
			}
		}
	})

	it('is the initial one until the server has answered', () => {
		expect(transferStage(undefined, false)).toBe('abierta')
		expect(transferStage(undefined, true)).toBe('vencida')
	})
})
