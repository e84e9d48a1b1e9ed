import { describe, expect, it } from 'vitest'
import type { ProfileOrder } from '#contract/orders/own-order.ts'
import type { StaffOrder } from '#contract/staff/orders.ts'
import { readOwnOrder, readStaffOrder } from '#web/orders/read-order.ts'

/** An order with the specification's fields and no others. */
const bare = {
	id: 7,
	nro_orden: 1007,
	total: 29_990,
	metodo_pago: 'transferencia',
	user: 3,
	created_at: '2026-11-01T12:00:00Z',
	direccion: ',',
	carrito: [{ nombre: 'Premium Shaker', color: 'Negro', precio: 29_990, cantidad: 1, imagen: '/negro.webp' }],
	comprobante: 'comprobante.webp',
} as unknown

describe('an order with the specification’s fields alone', () => {
	it('is whole in the profile, and pendiente without a state', () => {
		expect(readOwnOrder(bare as ProfileOrder)).toMatchObject({
			id: 7,
			estado: 'pendiente',
			subtotal: 29_990,
			despacho: 0,
			descuento: 0,
			historia: [],
			comprobantes: ['comprobante.webp'],
			comprobantes_descarga: [],
			carrito: [{ sku: 'PREM-SHAKER-650', color: 'Negro' }],
		})
	})

	it('is whole in the panel too', () => {
		expect(readStaffOrder(bare as StaffOrder)).toMatchObject({
			user: 3,
			estado: 'pendiente',
			nombre: '',
			email: '',
			atencion: null,
			comprobantes_descarga: [],
		})
	})

	it('brings nothing down where even those are missing or of another kind', () => {
		const broken = { id: 8, estado: null, total: 'mucho', carrito: [null, 'x'], comprobantes: null } as unknown
		expect(readOwnOrder(broken as ProfileOrder)).toMatchObject({ estado: 'pendiente', total: 0, carrito: [] })
	})
})

it('an order of the shop is left as it came', () => {
	const whole = {
		...(bare as object),
		estado: 'pagada',
		subtotal: 29_990,
		despacho: 3500,
		descuento: 5000,
		tipo_entrega: 'despacho',
		telefono: '987654321',
		entrega: { estado: 'por_preparar', desde: null, hasta: null, hecha_at: null, motivo: null },
		carrito: [{ nombre: 'Vaso', sku: 'VASO', color: '', precio: 29_990, cantidad: 1, imagen: '' }],
		comprobantes: ['orden-1007-comprobante-1.webp'],
		comprobantes_descarga: ['/api/comprobantes/x'],
		comprobante_rechazado: 'No se lee',
		documentos: [],
		dinero: 'devuelta',
		devuelto: 0,
		historia: [{ created_at: '2026-11-01T12:00:00Z', tipo: 'creada', estado: null }],
	} as unknown as ProfileOrder
	expect(readOwnOrder(whole)).toEqual(whole)
})
