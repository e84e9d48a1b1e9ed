import { z } from 'zod'
import { gatewayMethods } from '#domain/orders/metodo-pago.ts'

export const checkoutOptions = z.object({
	gateways: z.array(z.enum(gatewayMethods)),
	estacion_retiro: z.string(),
	/** When orders are handed over there; null where that is agreed on with each customer. */
	horario_retiro: z.string().nullable(),
	/** Whether one may pay in cash. */
	efectivo: z.boolean(),
	/** What customers read while the shop is closed; null when one may order. */
	cierre: z.string().nullable(),
	/** Within what time orders are handed over (`3 días hábiles`); null where the owner names none. */
	plazo_entrega: z.string().nullable(),
	/** SHA-256 (hex) of the discount code, trimmed and in upper case; null when there is none. */
	cupon_sha256: z.string().nullable(),
	/** Whether there are codes besides that one, for the call `validateCoupon`. */
	hay_cupones: z.boolean(),
	/** Pesos above which the law asks who buys. */
	uf_135: z.int(),
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
