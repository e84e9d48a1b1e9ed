import { describe, expect, it } from 'vitest'
import { customerDelivery } from './customer-delivery.ts'

const now = new Date('2026-11-24T18:00:00Z')
const paid = { tipo_entrega: 'despacho', estado: 'pagada', metodo_pago: 'webpay', entrega_detenida: false } as const
const onTheWay = {
	...({ estado: 'en_ruta', ronda_estado: 'en_curso', hecha_at: null, motivo: null } as const),
	llega_at: new Date('2026-11-24T18:50:00Z'),
}
const atDoor = { ...onTheWay, hecha_at: now }

describe('what a customer reads of the delivery', () => {
	it('is that it is prepared, until the car leaves', () => {
		expect(customerDelivery(paid, undefined, now)?.estado).toBe('por_preparar')
		const planned = { ...onTheWay, estado: 'por_preparar', ronda_estado: 'borrador' } as const
		expect(customerDelivery(paid, planned, now)).toMatchObject({ estado: 'por_preparar', ventana: null })
	})

	it('is the hour in which the car comes', () => {
		expect(customerDelivery(paid, onTheWay, now)).toMatchObject({
			estado: 'en_ruta',
			ventana: { desde: new Date('2026-11-24T18:20:00Z'), hasta: new Date('2026-11-24T19:20:00Z') },
		})
	})

	it('is when it was handed over', () => {
		const delivered = { ...atDoor, estado: 'entregada' } as const
		expect(customerDelivery({ ...paid, estado: 'completado' }, delivered, now)).toMatchObject({
			...{ estado: 'entregada', hecha_at: now, ventana: null },
		})
	})

	it('is why nobody took it', () => {
		const missed = { ...atDoor, estado: 'no_entregada', motivo: 'no_contesta' } as const
		expect(customerDelivery(paid, missed, now)).toMatchObject({ estado: 'no_entregada', motivo: 'no_contesta' })
	})

	it.each([
		['picked up', { ...paid, tipo_entrega: 'retiro' as const }],
		['not paid', { ...paid, estado: 'pendiente' as const }],
		['called off', { ...paid, estado: 'cancelado' as const }],
		['disputed', { ...paid, entrega_detenida: true }],
		['handed over by hand', { ...paid, estado: 'completado' as const }],
	])('is nothing for what is %s', (_, order) => {
		expect(customerDelivery(order, onTheWay, now)).toBeUndefined()
	})
})
