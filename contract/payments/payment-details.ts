import { z } from 'zod'
import { cardKinds, instalmentKinds } from '#domain/payments/payment-details.ts'

/** How a payment was made, as far as its gateway tells; null: it does not say. */
export const paymentDetails = z.object({
	codigo_autorizacion: z.string().nullable(),
	autorizado_at: z.string().nullable(),
	tipo_tarjeta: z.enum(cardKinds).nullable(),
	medio: z.string().nullable().describe("the card's brand or the way it was paid, in the gateway's word"),
	tipo_cuotas: z.enum(instalmentKinds).nullable(),
	cuotas: z.int().nullable(),
	monto_cuota: z.int().nullable(),
	ultimos_digitos: z.string().nullable(),
})
