import { describe, expect, it } from 'vitest'
import { readCoupon } from '#modules/coupons/web/coupons-section.tsx'

const empty = { codigo: '', tipo: 'monto', valor: '', minimo: '', desde: '', hasta: '', usos: '', usos_cliente: '' }
const typed = { ...empty, codigo: ' navidad-26 ', valor: '$5.000' }

describe('readCoupon', () => {
	it('reads numbers as Chileans write them and sets no limit for empty fields', () => {
		expect(readCoupon(typed)).toEqual({
			codigo: 'NAVIDAD-26',
			tipo: 'monto',
			valor: 5_000,
			minimo: 0,
			desde: null,
			hasta: null,
			usos: null,
			usos_cliente: null,
			solo_primera: false,
		})
		const full = {
			...typed,
			tipo: 'porcentaje',
			valor: '10 %',
			minimo: '29.990',
			usos: '1.000',
			hasta: '2026-12-31',
			solo_primera: 'si',
		}
		expect(readCoupon(full)).toMatchObject({
			tipo: 'porcentaje',
			valor: 10,
			minimo: 29_990,
			usos: 1_000,
			hasta: '2026-12-31',
			solo_primera: true,
		})
	})

	it.each([
		[{ codigo: 'ñu' }, 'codigo'],
		[{ valor: 'mucho' }, 'valor'],
		[{ minimo: 'algo' }, 'minimo'],
		[{ usos_cliente: '0' }, 'usos_cliente'],
	])('rejects %j with a sentence about its field', (change, campo) => {
		expect(readCoupon({ ...typed, ...change })).toEqual({ wrong: { [campo]: expect.any(String) } })
	})
})
