import { expect, test } from 'vitest'
import { metodosPago } from '#core/rules/payment-methods.ts'
import { estados } from './estado.ts'
import { awaitsHandover, cashToCollect } from './handover.ts'

test('hands over paid orders and unpaid cash orders, and collects only cash', () => {
	const all = metodosPago.flatMap((metodo_pago) => estados.map((estado) => ({ metodo_pago, estado, total: 34_990 })))
	const handedOver = all.filter(awaitsHandover)
	expect(handedOver.filter(({ estado }) => estado !== 'pagada')).toEqual([
		{ metodo_pago: 'efectivo', estado: 'pendiente', total: 34_990 },
		{ metodo_pago: 'efectivo', estado: 'en_revision', total: 34_990 },
	])
	expect(handedOver.filter(({ estado }) => estado === 'pagada')).toHaveLength(metodosPago.length)
	expect(all.filter((order) => cashToCollect(order) > 0)).toEqual(
		handedOver.filter(({ estado }) => estado !== 'pagada'),
	)
})
