import { z } from 'zod'
import { plainText } from '#contract/accounts/plain-text.ts'

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
	historia: z.array(orderEvent).describe('what happened to the order, oldest first'),
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
	carrito: z.array(z.unknown()).describe('the saved cart'),
	tiene_clave: z.boolean().describe('false: the account opens with Google only'),
	google_vinculado: z.boolean(),
	ordenes: z.array(profileOrder),
})
/** PATCH /api/perfil/: what is sent is changed. Other fields (`email`, `is_staff` …) are not read. */
export const editProfileRequest = z.object({
	nombre: plainText(150).min(1).optional(),
	apellido: plainText(150).optional(),
	telefono: z.string().max(40).optional().describe('empty, or 9 digits'),
	direccion: plainText(300).optional(),
})
export type EditProfileRequest = z.input<typeof editProfileRequest>

/** PUT /api/perfil/carrito/: the cart as the browser keeps it. */
export const saveCartRequest = z.object({ carrito: z.array(z.unknown()).max(200) })
export const saveCartAnswer = z.object({ carrito: z.array(z.unknown()) })

/** POST /api/perfil/eliminar/: the password again, or a fresh Google credential. */
export const deleteAccountRequest = z.object({
	password: z.string().max(1024).optional(),
	credential: z.string().max(8000).optional(),
})

/** POST /api/perfil/clave/: the same proof, and the new password. Answers the tokens of a new session. */
export const changePasswordRequest = deleteAccountRequest.extend({ new_password: z.string().max(1024) })

export type ProfileAnswer = z.infer<typeof profileAnswer>
export type ProfileOrder = z.infer<typeof profileOrder>
