import { z } from 'zod'
import { amount, plainText } from '#core/contract/fields.ts'
import { gatewayMethods, metodosPago } from '#core/rules/payment-methods.ts'
import { maxCartLines } from '#modules/cart/cart.ts'
import { cartLine } from '#modules/cart/shapes.ts'
import { tiposEntrega } from '#modules/delivery/delivery.ts'
import { checkoutOptionParts, confirmationParts, placeOrderParts } from '#modules/lists/shapes.ts'
import { couponKinds } from '#modules/orders/coupon.ts'
import { estados } from '#modules/orders/estado.ts'
import { orderLine, paymentDetails } from '#modules/orders/shapes.ts'

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

/** The data of 409 `total_cambio`. */
const totalChanged = z.object({
	total: z.int(),
	subtotal: z.int(),
	despacho: z.int(),
	descuento: z.int(),
	items: z.array(z.object({ sku: z.string(), color: z.string(), precio: z.int() })),
})

export type PlaceOrderRequest = z.input<typeof placeOrderRequest>
export type TotalChanged = z.infer<typeof totalChanged>

/**
 * The answer of every success check; lines of `message` are separated by line feeds. The page empties the cart by
 * `estado`. Contains lines and delivery, but no personal data, as no session is required.
 */
export const confirmationAnswer = z.object({
	message: z.string(),
	estado: z.enum(estados),
	orden_id: z.uuid(),
	nro_orden: z.int(),
	pagable_hasta: z.string().nullable().describe('of one that failed: until when it can be paid again at its price'),
	comprobante_rechazado: z.string().nullable().describe('why the shop needs another proof; null: it does not'),
	despacho: z.int(),
	descuento: z.int(),
	total: z.int(),
	tipo_entrega: z.enum(tiposEntrega),
	carrito: z.array(orderLine),
	...confirmationParts,
	pago: paymentDetails.nullable().describe('how it was paid; null where no gateway’s payment pays it'),
})
export type ConfirmationAnswer = z.infer<typeof confirmationAnswer>

/** A confirmation as pages read it: the specification promises `message` alone. */
export type ReadConfirmation = Partial<ConfirmationAnswer>

/** The query of Mercado Pago's return, whose absent values are the text `null`. */
export const gatewayReturnQuery = z.looseObject({
	external_reference: z.string().max(200).optional(),
	payment_id: z.string().max(100).optional(),
})

export const orderIdQuery = z.object({ orden_id: z.string().max(100) })

export const flowTokenQuery = z.object({ token: z.string().max(200) })
export const flowMessageQuery = z.object({ nro_orden: z.string().max(100) })

export const checkoutOptions = z.object({
	gateways: z.array(z.enum(gatewayMethods)),
	estacion_retiro: z.string(),
	/** Pickup hours; null where they are agreed with each customer. */
	horario_retiro: z.string().nullable(),
	efectivo: z.boolean(),
	/** The notice of a closed shop; null when it is open. */
	cierre: z.string().nullable(),
	/** The delivery term (`3 días hábiles`); null when unset. */
	plazo_entrega: z.string().nullable(),
	/** SHA-256 (hex) of the discount code, trimmed and in upper case; null without one. */
	cupon_sha256: z.string().nullable(),
	/** Whether there are further codes, for the call `validateCoupon`. */
	hay_cupones: z.boolean(),
	...checkoutOptionParts,
	mapa_atribucion: z.string(),
	banco: z.object({
		titular: z.string(),
		rut: z.string(),
		banco: z.string(),
		tipo_cuenta: z.string(),
		numero_cuenta: z.string(),
		correo: z.string(),
	}),
})
export type CheckoutOptions = z.infer<typeof checkoutOptions>

export const validateCouponRequest = z.object({
	codigo: plainText(60).min(1),
	subtotal: amount.describe('pesos of the products'),
})
export type ValidateCouponRequest = z.infer<typeof validateCouponRequest>

/** The discount: CLP of the sum with delivery, or percent of the products. */
export const validateCouponAnswer = z.object({ tipo: z.enum(couponKinds), valor: z.int(), minimo: z.int() })
export type ValidateCouponAnswer = z.infer<typeof validateCouponAnswer>
