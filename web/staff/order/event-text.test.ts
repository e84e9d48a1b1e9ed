import { describe, expect, it } from 'vitest'
import type { AuditKind } from '#domain/staff/audit-actions.ts'
import { eventText } from '#web/staff/order/event-text.ts'

const event = (
	accion: string,
	campo: string | null,
	antes: string | null,
	despues: string | null,
	tipo: AuditKind = 'orden',
) => eventText({ tipo, accion, campo, antes, despues })

describe('eventText', () => {
	it('tells what changed from what to what', () => {
		expect(event('editada', 'total', '29990', '25000')).toEqual({
			deed: 'Orden editada',
			change: 'Total: $29.990 → $25.000',
		})
		expect(event('transferencia_confirmada', 'estado', 'en_revision', 'pagada').change).toBe(
			'Estado: En Revisión → Pagada',
		)
		expect(event('editado', 'is_staff', 'false', 'true', 'usuario').change).toBe('Staff: no → sí')
	})

	it('tells how much goes back, and why', () => {
		expect(event('devolucion_pedida', 'Llegó rayado', null, '10000')).toEqual({
			deed: 'Devolución pedida',
			change: '$10.000 · Llegó rayado',
		})
		expect(event('devolucion_hecha', null, null, '10000').change).toBe('$10.000')
		expect(event('devolucion_averiguada_no_hecha', '0f3a526f', null, '10000')).toEqual({
			deed: 'Devolución en duda: no se hizo',
			change: '$10.000',
		})
	})

	it('tells the reason of an adjustment', () => {
		expect(event('ajuste: conteo mensual', 'stock', '10', '8', 'producto')).toEqual({
			deed: 'Ajuste de stock',
			change: 'Stock: 10 → 8 · conteo mensual',
		})
	})

	it('says in a sentence why the shop asked for a person', () => {
		expect(event('orden_cancelada', 'estado', 'cancelado', 'en_revision')).toEqual({
			deed: 'Pagaron una orden cancelada',
			change: 'Estado: Cancelado → En Revisión',
		})
		expect(event('cuenta_eliminada', null, null, null)).toEqual({ deed: 'El cliente eliminó su cuenta', change: '' })
	})

	it('shows a note as it was written, and an unknown deed by its name', () => {
		expect(event('nota', null, null, 'Llamar mañana')).toEqual({ deed: 'Nota', change: 'Llamar mañana' })
		expect(event('algo_nuevo', null, null, null)).toEqual({ deed: 'algo nuevo', change: '' })
	})
})
