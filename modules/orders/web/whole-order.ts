/** Defaults of the shop's own fields for an order with the specified fields only. */
const ownFields = {
	estado: 'pendiente',
	tipo_entrega: 'despacho',
	telefono: '',
	nombre: '',
	email: '',
	despacho: 0,
	descuento: 0,
	dinero: 'sin_pago',
	devuelto: 0,
	por_devolver: 0,
	entrega: null,
	atencion: null,
	comprobante_rechazado: null,
	comprobantes: [],
	comprobantes_descarga: [],
	documentos: [],
	historia: [],
} as const

/** Adds the fields beyond the specification: `estado` may be missing, and one `comprobante` replaces the list. */
export function wholeOrder<Order extends { readonly total: number }>(order: Order & { comprobante?: string }): Order {
	const proofs: { comprobantes?: string[] } = order.comprobante ? { comprobantes: [order.comprobante] } : {}
	return { ...ownFields, subtotal: order.total, ...proofs, ...order }
}
