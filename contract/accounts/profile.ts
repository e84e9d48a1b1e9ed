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

/** An order as its owner reads it in GET /api/perfil/. */
export const profileOrder = z.object({
	id: z.uuid(),
	nro_orden: z.int(),
	estado: z.string(),
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
	comprobantes: z.int().describe('how many proofs were uploaded'),
})

/** GET /api/perfil/: the logged-in customer. */
export const profileAnswer = z.object({
	nombre: z.string(),
	apellido: z.string(),
	email: z.string(),
	direccion: z.string(),
	telefono: z.string(),
	is_staff: z.boolean(),
	is_superuser: z.boolean(),
	carrito: z.array(z.unknown()),
	ordenes: z.array(profileOrder),
})
export type ProfileAnswer = z.infer<typeof profileAnswer>
export type ProfileOrder = z.infer<typeof profileOrder>
