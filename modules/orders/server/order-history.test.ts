import { expect, it } from 'vitest'
import { orderHistory } from '#modules/orders/server/read-orders.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour))
const past = { created_at: at(9), pagada_at: null, proofs: [], moves: [] }

it('starts with the order and lists proofs and states by time', () => {
	const moves = [
		{ created_at: at(13), estado: 'pagada' as const },
		{ created_at: at(11), estado: 'en_revision' as const },
	]
	expect(orderHistory({ ...past, pagada_at: at(13), proofs: [at(12), at(10)], moves })).toEqual([
		{ created_at: '2026-11-20T09:00:00.000Z', tipo: 'creada', estado: null },
		{ created_at: '2026-11-20T10:00:00.000Z', tipo: 'comprobante', estado: null },
		{ created_at: '2026-11-20T11:00:00.000Z', tipo: 'estado', estado: 'en_revision' },
		{ created_at: '2026-11-20T12:00:00.000Z', tipo: 'comprobante', estado: null },
		{ created_at: '2026-11-20T13:00:00.000Z', tipo: 'estado', estado: 'pagada' },
	])
})

it('lists a payment that the audit log lacks, once', () => {
	expect(orderHistory({ ...past, pagada_at: at(9) }).at(-1)).toMatchObject({ tipo: 'estado', estado: 'pagada' })
	const moves = [{ created_at: at(9), estado: 'cancelado' as const }]
	expect(orderHistory({ ...past, pagada_at: at(10), moves }).map(({ estado }) => estado)).toEqual([
		null,
		'cancelado',
		'pagada',
	])
	expect(orderHistory({ ...past, moves }).map(({ estado }) => estado)).toEqual([null, 'cancelado'])
})
