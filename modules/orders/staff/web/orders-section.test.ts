import { describe, expect, it } from 'vitest'
import { chosen, viewOf } from '#modules/orders/staff/web/orders-section.tsx'

describe('viewOf', () => {
	it.each([
		['', 'Todas'],
		['estado=en_revision', 'Por confirmar'],
		['entrega=hoy', 'Por entregar hoy'],
		['entrega=otro_dia', 'Para otro día'],
		['entrega=por_preparar', ''],
		['atencion=falta_devolver', 'Por devolver'],
		['estado=pendiente', 'Sin pagar'],
		['estado=pendiente&metodo_pago=efectivo', ''],
		['nro_orden=1042', ''],
	])('names the view of "%s": "%s"', (address, view) => {
		const query = new URLSearchParams(address)
		expect(viewOf((param) => query.get(param) ?? '', chosen)).toBe(view)
	})
})
