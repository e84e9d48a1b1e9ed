import { expect, test } from 'vitest'
import { type Coupon, shopCoupon } from '#modules/orders/coupon.ts'
import { couponProblem } from './coupons.ts'

const noLimits = shopCoupon('SHAKER5000', { cupon_usos: null, cupon_usos_cliente: null, cupon_hasta: null })

test.each([
	[{}, undefined, ''],
	[{ codigo: 'ABCDE' }, 'codigo', 'Escribe un código'],
	[{ codigo: 'ABC--DE' }, 'codigo', 'Escribe un código'],
	[{ codigo: 'NAVIDAD ÑU' }, 'codigo', 'Escribe un código'],
	[{ codigo: '-NAVIDAD' }, 'codigo', 'Escribe un código'],
	[{ valor: 0 }, 'valor', 'Escribe un descuento de $1'],
	[{ valor: 1.5 }, 'valor', 'Escribe un descuento de $1'],
	[{ valor: 1_000_001 }, 'valor', 'Escribe un descuento de $1'],
	[{ tipo: 'porcentaje', valor: 100 }, undefined, ''],
	[{ tipo: 'porcentaje', valor: 101 }, 'valor', 'Escribe un descuento de 1 a 100'],
	[{ minimo: -1 }, 'minimo', 'Escribe la compra mínima'],
	[{ desde: '2026-12-02', hasta: '2026-12-01' }, 'hasta', 'El último día es anterior'],
	[{ usos: 0 }, 'usos', 'Escribe cuántos usos'],
	[{ usos_cliente: 1.5 }, 'usos_cliente', 'Escribe cuántos usos'],
] as [Partial<Coupon>, string | undefined, string][])(
	'validates %j as a code, with the problem at %s',
	(change, campo, texto) => {
		const reported = couponProblem({ ...noLimits, ...change })
		if (campo === undefined) expect(reported).toBeUndefined()
		else expect(reported).toEqual({ campo, texto: expect.stringContaining(texto) })
	},
)
