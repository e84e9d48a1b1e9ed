import { z } from 'zod'
import { wholeNumber } from '#core/contract/column-types.ts'
import { plainText } from '#core/contract/plain-text.ts'
import { minReason } from '#core/rules/min-reason.ts'
import { estados } from '#modules/orders/estado.ts'
import { staffMoney } from '#modules/orders/shapes.ts'

/** The state of a pickup for staff, without its code. */
export const pickupAnswer = z.object({
	orden_id: z.uuid(),
	nro_orden: z.int(),
	orden_estado: z.enum(estados),
	nombre: z.string(),
	...staffMoney,
	hora_at: z.string().nullable().describe('the hour agreed with its customer'),
	hecha_at: z.string().nullable().describe('when it was handed over'),
	cobrado: z.int().nullable(),
	vuelto: z.int().nullable(),
	se_puede_deshacer: z.boolean(),
})
export type PickupAnswer = z.infer<typeof pickupAnswer>

/** `hora`: Santiago's time, as `2026-11-25T18:30`. */
export const agreePickupRequest = z.object({ hora: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/) })

/** The customer's code, or the reason for a hand-over without it. */
export const handOverRequest = z.object({
	codigo: plainText(20).default(''),
	sin_codigo: z.union([z.literal(''), plainText(200).min(minReason)]).default(''),
	recibe: plainText(80).default(''),
	recibido: wholeNumber.optional().describe('pesos handed over, where the order is paid in cash'),
})
export type HandOverRequest = z.output<typeof handOverRequest>
