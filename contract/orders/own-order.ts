import { z } from 'zod'

/** A line of an order as its owner and staff read it. */
export const orderLine = z.object({
	nombre: z.string(),
	sku: z.string(),
	color: z.string(),
	precio: z.int(),
	cantidad: z.int(),
	imagen: z.string(),
})

/** One thing that happened to an order: it was made, a proof came, or its state became `estado`. */
const orderEvent = z.object({
	created_at: z.string(),
	tipo: z.enum(['creada', 'comprobante', 'estado']),
	estado: z.string().nullable(),
})
export type OrderEvent = z.infer<typeof orderEvent>

/** An order as its owner reads it, in GET /api/perfil/ and behind the signed link of its mails. */
export const profileOrder = z.object({
	id: z.uuid(),
	nro_orden: z.int(),
	estado: z.string(),
	user: z.int().nullable(),
	total: z.int(),
	subtotal: z.int(),
	despacho: z.int(),
	descuento: z.int(),
	metodo_pago: z.string(),
	tipo_entrega: z.string(),
	direccion: z.string(),
	telefono: z.string(),
	created_at: z.string(),
	carrito: z.array(orderLine),
	comprobantes: z.array(z.string()).describe('the file names of the proofs, oldest first'),
	comprobantes_descarga: z.array(z.string()).describe('links that expire, one a file, in the same order'),
	historia: z.array(orderEvent).describe('what happened to the order, oldest first'),
})
export type ProfileOrder = z.infer<typeof profileOrder>
