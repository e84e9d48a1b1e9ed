import { expect, test } from 'vitest'
import { emptyCoupon, readCoupon } from './coupon-draft.ts'

const typed = { ...emptyCoupon, codigo: ' navidad-26 ', valor: '$5.000' }

test('a code is read as Chileans write numbers; what is left out is no bound', () => {
	expect(readCoupon(typed)).toEqual({
		coupon: {
			codigo: 'NAVIDAD-26',
			tipo: 'monto',
			valor: 5_000,
			minimo: 0,
			desde: null,
			hasta: null,
			usos: null,
			usos_cliente: null,
			solo_primera: false,
		},
	})
	const full = {
		...typed,
		tipo: 'porcentaje',
		valor: '10 %',
		minimo: '29.990',
		usos: '1.000',
		hasta: '2026-12-31',
	} as const
	expect(readCoupon(full)).toMatchObject({
		coupon: { tipo: 'porcentaje', valor: 10, minimo: 29_990, usos: 1_000, hasta: '2026-12-31' },
	})
})

test.each([
	[{ codigo: 'ñu' }, 'codigo'],
	[{ valor: 'mucho' }, 'valor'],
	[{ minimo: 'algo' }, 'minimo'],
	[{ usos_cliente: '0' }, 'usos_cliente'],
])('%j is told', (change, campo) => {
	expect(readCoupon({ ...typed, ...change })).toMatchObject({ problem: { campo } })
})
