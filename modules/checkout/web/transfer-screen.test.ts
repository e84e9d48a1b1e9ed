import { describe, expect, it } from 'vitest'
import { readTransferState, transferStage } from '#modules/checkout/web/transfer-screen.tsx'
import { type Estado, estados } from '#modules/orders/estado.ts'

describe("what the order's answer says", () => {
	const line = { nombre: 'Shaker', sku: 'PREM-SHAKER-650', imagen: '', color: 'Negro', precio: 29_990, cantidad: 1 }

	describe('the state of the transfer page', () => {
		it('contains the order, its number, its total, its cart and whether its time limit has passed', () => {
			const amounts = { total: 28_490, despacho: 3500, descuento: 5000 }
			const state = {
				orden_id: 'a',
				nro_orden: 1043,
				...amounts,
				carrito: [line],
				isExpired: false,
				comprobante_rechazado: null,
			}
			expect(readTransferState(state)).toEqual(state)
			const refused = { ...state, comprobante_rechazado: 'No se lee' }
			expect(readTransferState(refused)).toEqual(refused)
			expect(readTransferState({ ...state, isExpired: true })).toEqual({ ...state, isExpired: true })
		})

		it('is undefined without the order, its total or its cart', () => {
			const whole = { orden_id: 'a', total: 29_990, carrito: [line] }
			const parts = [{ orden_id: '' }, { total: '29990' }, { carrito: undefined }, { carrito: 'x' }, { carrito: [] }]
			for (const state of [null, undefined, 'x', {}, ...parts.map((part) => ({ ...whole, ...part }))]) {
				expect(readTransferState(state)).toBeUndefined()
			}
		})

		it('accepts a missing number', () => {
			expect(readTransferState({ orden_id: 'a', total: 1, carrito: [line] })).toEqual({
				orden_id: 'a',
				nro_orden: undefined,
				total: 1,
				despacho: 0,
				descuento: 0,
				carrito: [line],
				isExpired: false,
				comprobante_rechazado: null,
			})
		})
	})
})

describe('its stage', () => {
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
})
