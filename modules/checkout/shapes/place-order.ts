import { z } from 'zod'
import { amount } from '#core/contract/column-types.ts'
import { plainText } from '#core/contract/plain-text.ts'
import { metodosPago } from '#core/rules/payment-methods.ts'
import { maxCartLines } from '#modules/cart/cart.ts'
import { cartLine } from '#modules/cart/shapes/cart-line.ts'
import { tiposEntrega } from '#modules/delivery/delivery.ts'
import { placeOrderParts } from '#modules/order-shapes.ts'
import { estados } from '#modules/orders/estado.ts'

export const placeOrderRequest = z.object({
	carrito: z.array(cartLine).max(maxCartLines),
	total: amount,
	telefono: plainText(40),
	direccion: plainText(300).default(''),
	metodo_pago: z.enum(metodosPago),
	tipo_entrega: z.enum(tiposEntrega).optional(),
	lugar_id: z.string().max(300).optional(),
	/** The signed quote shown on the page, whose price is valid until it expires. */
	cotizacion: z.string().max(2000).optional(),
	cupon: plainText(100).optional(),
	...placeOrderParts,
})

export const placeOrderAnswer = z.object({
	orden_id: z.uuid(),
	nro_orden: z.int(),
	despacho: z.int(),
	descuento: z.int(),
	total: z.int(),
	estado: z.enum(estados),
	init_point: z.string().optional(),
	payment_url: z.string().optional(),
})

/** The data of 409 `total_cambio`. */
export const totalChanged = z.object({
	total: z.int(),
	subtotal: z.int(),
	despacho: z.int(),
	descuento: z.int(),
	items: z.array(z.object({ sku: z.string(), color: z.string(), precio: z.int() })),
})

export type PlaceOrderRequest = z.input<typeof placeOrderRequest>
export type PlaceOrderAnswer = z.infer<typeof placeOrderAnswer>
export type TotalChanged = z.infer<typeof totalChanged>
