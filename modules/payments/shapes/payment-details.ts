import { z } from 'zod'
import { cardKinds, instalmentKinds } from '#modules/payments/payment-details.ts'

/** The payment's details as far as the gateway reports them; null: unknown. */
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
