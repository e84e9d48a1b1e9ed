import { z } from 'zod'
import { gatewayMethods } from '#core/rules/payment-methods.ts'
import { checkoutOptionParts } from '#modules/order-shapes.ts'

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
