import { describe, expect, it } from 'vitest'
import type { AuditKind } from '#core/rules/audit-actions.ts'
import { auditEventText } from '#modules/orders/staff/web/audit-event-text.ts'

const event = (
	accion: string,
	campo: string | null,
	antes: string | null,
	despues: string | null,
	{ tipo = 'orden', detalle = null }: { tipo?: AuditKind; detalle?: string | null } = {},
) => auditEventText({ tipo, accion, campo, detalle, antes, despues })

describe('auditEventText', () => {
	it('tells what changed from what to what', () => {
		expect(event('editada', 'total', '29990', '25000')).toEqual({
			action: 'Orden editada',
			change: 'Total: $29.990 → $25.000',
		})
		expect(event('transferencia_confirmada', 'estado', 'en_revision', 'pagada').change).toBe(
			'Estado: En Revisión → Pagada',
		)
		expect(event('editado', 'is_staff', 'false', 'true', { tipo: 'usuario' }).change).toBe('Staff: no → sí')
	})

	it('tells how much goes back, and why', () => {
		expect(event('devolucion_pedida', null, null, '10000', { detalle: 'Llegó rayado' })).toEqual({
			action: 'Devolución pedida',
			change: '$10.000 · Llegó rayado',
		})
		expect(event('devolucion_hecha', null, null, '10000').change).toBe('$10.000')
		expect(event('devolucion_averiguada_no_hecha', null, null, '10000', { detalle: '0f3a526f' })).toEqual({
			action: 'Devolución en duda: no se hizo',
			change: '$10.000',
		})
	})

	it('tells the reason of an adjustment', () => {
		expect(event('ajuste', 'stock', '10', '8', { tipo: 'producto', detalle: 'conteo mensual' })).toEqual({
			action: 'Ajuste de stock',
			change: 'Stock: 10 → 8 · conteo mensual',
		})
	})

	it('says in a sentence why the shop asked for a person', () => {
		expect(event('orden_cancelada', 'estado', 'cancelado', 'en_revision')).toEqual({
			action: 'Pagaron una orden cancelada',
			change: 'Estado: Cancelado → En Revisión',
		})
		expect(event('cuenta_eliminada', null, null, null)).toEqual({ action: 'El cliente eliminó su cuenta', change: '' })
	})

	it('tells which mail went to whom again, and which file was taken', () => {
		expect(event('correo_reenviado', null, null, 'ana@correo.cl', { detalle: 'pago_confirmado' }).change).toBe(
			'Pago confirmado → ana@correo.cl',
		)
		expect(event('exportado', null, null, 'estado=pagada', { tipo: 'usuario', detalle: 'ordenes' }).change).toBe(
			'ordenes: estado=pagada',
		)
	})

	it('shows a note as it was written, and an unknown action by its name', () => {
		expect(event('nota', null, null, 'Llamar mañana')).toEqual({ action: 'Nota', change: 'Llamar mañana' })
		expect(event('algo_nuevo', null, null, null)).toEqual({ action: 'algo nuevo', change: '' })
	})
})
