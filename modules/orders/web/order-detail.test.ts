import { expect, test } from 'vitest'
import { handedOverAt } from '#modules/orders/web/order-detail.tsx'

const historia = [
	{ created_at: '2026-11-20T15:00:00Z', tipo: 'estado', estado: 'completado' },
	{ created_at: '2026-11-24T15:00:00Z', tipo: 'estado', estado: 'completado' },
] as const
const door = { hecha_at: '2026-11-24T14:10:00Z' }

test('the periods of rights start at the door, or at the last hand-over by staff', () => {
	expect(handedOverAt({ dinero: 'pagada', estado: 'completado', entrega: door, historia: [...historia] })).toBe(
		door.hecha_at,
	)
	expect(handedOverAt({ dinero: 'pagada', estado: 'completado', entrega: null, historia: [...historia] })).toBe(
		historia[1].created_at,
	)
	expect(
		handedOverAt({ dinero: 'pagada', estado: 'cancelado', entrega: null, historia: [...historia] }),
	).toBeUndefined()
})
