import { expect, test } from 'vitest'
import { funnelRows } from './funnel.ts'

test("computes each step's share of the previous one and of the first", () => {
	expect(funnelRows({ portada: 400, carrito: 60, pago: 30, orden: 20, pagada: 15 })).toEqual([
		{ paso: 'portada', cantidad: 400, del_anterior: null, de_la_portada: null },
		{ paso: 'carrito', cantidad: 60, del_anterior: 15, de_la_portada: 15 },
		{ paso: 'pago', cantidad: 30, del_anterior: 50, de_la_portada: 7.5 },
		{ paso: 'orden', cantidad: 20, del_anterior: 66.7, de_la_portada: 5 },
		{ paso: 'pagada', cantidad: 15, del_anterior: 75, de_la_portada: 3.8 },
	])
})

test('returns no share of steps without a count', () => {
	const rows = funnelRows({ portada: 0, carrito: 0, pago: 0, orden: 2, pagada: 1 })
	expect(rows.map(({ del_anterior }) => del_anterior)).toEqual([null, null, null, null, 50])
	expect(rows.at(-1)?.de_la_portada).toBeNull()
})
