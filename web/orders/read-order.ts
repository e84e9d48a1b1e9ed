import type { ProfileOrder } from '#contract/orders/own-order.ts'
import type { StaffOrder } from '#contract/staff/orders.ts'
import { sku } from '#domain/catalog/product.ts'

/** What came of an order or one of its lines: every field may be missing, or be what nobody expected. */
type Given = Readonly<Record<string, unknown>>

const isGiven = (value: unknown): value is Given => typeof value === 'object' && value !== null
const textIn = (given: Given, name: string, otherwise = '') => {
	const value = given[name]
	return typeof value === 'string' && value !== '' ? value : otherwise
}
const numberIn = (given: Given, name: string, otherwise = 0) => {
	const value = Number(given[name] ?? otherwise)
	return Number.isFinite(value) ? value : otherwise
}
const listIn = (given: Given, name: string): readonly unknown[] => {
	const value = given[name]
	return Array.isArray(value) ? value : []
}
const textsIn = (given: Given, name: string) => listIn(given, name).filter((value) => typeof value === 'string')

function readLine(line: Given): ProfileOrder['carrito'][number] {
	return {
		nombre: textIn(line, 'nombre'),
		sku: textIn(line, 'sku', sku),
		color: textIn(line, 'color'),
		precio: numberIn(line, 'precio'),
		cantidad: numberIn(line, 'cantidad', 1),
		imagen: textIn(line, 'imagen'),
	}
}

/** The proofs as a list: an order may carry a single `comprobante`. */
function readProofs(given: Given) {
	const single = textIn(given, 'comprobante')
	const comprobantes = Array.isArray(given.comprobantes) ? textsIn(given, 'comprobantes') : single ? [single] : []
	return { comprobantes, comprobantes_descarga: textsIn(given, 'comprobantes_descarga') }
}

/** The fields that every order has by the specification. */
function readShared(order: ProfileOrder | StaffOrder) {
	const given: Given = order
	const { user, estado } = order
	return {
		nro_orden: numberIn(given, 'nro_orden'),
		estado: typeof estado === 'string' ? estado : 'pendiente',
		total: numberIn(given, 'total'),
		metodo_pago: order.metodo_pago,
		user: typeof user === 'number' ? user : null,
		created_at: textIn(given, 'created_at'),
		direccion: textIn(given, 'direccion'),
		carrito: listIn(given, 'carrito').filter(isGiven).map(readLine),
		// One that came without it shows its address, or that there is none.
		tipo_entrega: order.tipo_entrega === 'retiro' ? ('retiro' as const) : ('despacho' as const),
		telefono: textIn(given, 'telefono'),
		...readProofs(given),
	}
}

/** An order of the profile, made whole: one that came with the specification's fields alone can be shown too. */
export function readOwnOrder(order: ProfileOrder): ProfileOrder {
	const given: Given = order
	const shared = readShared(order)
	const lines = shared.carrito.reduce((sum, { precio, cantidad }) => sum + precio * cantidad, 0)
	return {
		...order,
		...shared,
		subtotal: numberIn(given, 'subtotal', lines),
		despacho: numberIn(given, 'despacho'),
		descuento: numberIn(given, 'descuento'),
		comprobante_rechazado: textIn(given, 'comprobante_rechazado') || null,
		entrega: isGiven(given.entrega) ? order.entrega : null,
		dinero: typeof given.dinero === 'string' ? order.dinero : 'sin_pago',
		devuelto: numberIn(given, 'devuelto'),
		documentos: Array.isArray(given.documentos) ? order.documentos : [],
		historia: Array.isArray(given.historia) ? order.historia : [],
	}
}

/** An order of the panel's list, made whole in the same way. */
export function readStaffOrder(order: StaffOrder): StaffOrder {
	const given: Given = order
	return {
		...order,
		...readShared(order),
		nombre: textIn(given, 'nombre'),
		email: textIn(given, 'email'),
		pagada_at: textIn(given, 'pagada_at') || null,
		atencion: order.atencion || null,
		dinero: typeof given.dinero === 'string' ? order.dinero : 'sin_pago',
		devuelto: numberIn(given, 'devuelto'),
		por_devolver: numberIn(given, 'por_devolver'),
		comprobantes_rechazados: Array.isArray(given.comprobantes_rechazados) ? order.comprobantes_rechazados : [],
		entrega: order.entrega || null,
		documentos: Array.isArray(given.documentos) ? order.documentos : [],
	}
}
