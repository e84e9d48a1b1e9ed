import { describe, expect, it } from 'vitest'
import { customerDelivery, customerPickup } from './customer-delivery.ts'

const now = new Date('2026-11-24T18:00:00Z')
const paid = { tipo_entrega: 'despacho', estado: 'pagada', metodo_pago: 'webpay', entrega_detenida: false } as const
const onTheWay = {
	estado: 'en_ruta',
	ronda_estado: 'en_curso',
	hecha_at: null,
	motivo: null,
	sigue: null,
	llega_at: new Date('2026-11-24T18:50:00Z'),
} as const
const atDoor = { ...onTheWay, hecha_at: now }

describe('customerDelivery', () => {
	it('says that the order is prepared, until the car leaves', () => {
		expect(customerDelivery(paid, undefined, now)?.estado).toBe('por_preparar')
		const planned = { ...onTheWay, estado: 'por_preparar', ronda_estado: 'borrador' } as const
		expect(customerDelivery(paid, planned, now)).toMatchObject({ estado: 'por_preparar', desde: null })
	})

	it('returns the hour of the arrival', () => {
		expect(customerDelivery(paid, onTheWay, now)).toMatchObject({
			estado: 'en_ruta',
			desde: '2026-11-24T18:20:00.000Z',
			hasta: '2026-11-24T19:20:00.000Z',
		})
	})

	it('returns the time of the hand-over', () => {
		const delivered = { ...atDoor, estado: 'entregada' } as const
		expect(customerDelivery({ ...paid, estado: 'completado' }, delivered, now)).toMatchObject({
			estado: 'entregada',
			hecha_at: now.toISOString(),
			desde: null,
		})
	})

	it('returns the reason of a failed attempt', () => {
		const missed = { ...atDoor, estado: 'no_entregada', motivo: 'no_contesta' } as const
		expect(customerDelivery(paid, missed, now)).toMatchObject({
			estado: 'no_entregada',
			motivo: 'no_contesta',
			sigue: 'otra_ronda',
		})
		expect(customerDelivery(paid, { ...missed, sigue: 'anular' }, now)?.sigue).toBe('anular')
	})

	it.each([
		['picked up', { ...paid, tipo_entrega: 'retiro' as const }],
		['not paid', { ...paid, estado: 'pendiente' as const }],
		['called off', { ...paid, estado: 'cancelado' as const }],
		['disputed', { ...paid, entrega_detenida: true }],
		['handed over by hand', { ...paid, estado: 'completado' as const }],
	])('returns null for an order that is %s', (_, order) => {
		expect(customerDelivery(order, onTheWay, now)).toBeNull()
	})
})

describe('customerPickup', () => {
	const pickup = { ...paid, tipo_entrega: 'retiro' } as const
	const agreed = { hora_at: now, codigo: '123456', hecha_at: null }

	it('says that the order is prepared, then returns hour and code', () => {
		expect(customerPickup(pickup, undefined)).toMatchObject({
			estado: 'por_preparar',
			hora_at: null,
			codigo: null,
			hecha_at: null,
		})
		expect(customerPickup(pickup, agreed)).toMatchObject({
			...agreed,
			estado: 'por_preparar',
			hora_at: now.toISOString(),
		})
	})
	it('returns the time of the hand-over, without the code', () => {
		expect(customerPickup({ ...pickup, estado: 'completado' }, { ...agreed, hecha_at: now })).toMatchObject({
			estado: 'entregada',
			hora_at: null,
			codigo: null,
			hecha_at: now.toISOString(),
		})
	})
	it.each([
		['brought', paid],
		['not paid', { ...pickup, estado: 'pendiente' as const }],
		['called off', { ...pickup, estado: 'cancelado' as const }],
		['disputed', { ...pickup, entrega_detenida: true }],
	])('returns null, without the code, for an order that is %s', (_, order) => {
		expect(customerPickup(order, agreed)).toBeNull()
	})
})
