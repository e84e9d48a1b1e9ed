import { z } from 'zod'
import { funnelSteps } from '#modules/numbers/funnel.ts'
import { gatewayMethods } from '#modules/orders/metodo-pago.ts'

const gateway = z.enum(gatewayMethods)
const pesos = {
	pagos: z.int(),
	cobrado: z.int().describe('pesos'),
	devuelto: z.int().describe('the part refunded, or requested to be'),
	en_disputa: z.int().describe('what of the rest is held back by a dispute'),
	comision: z.int().describe('with IVA, as the terms noted in the settings say'),
	por_recibir: z.int().describe('what is left of it for the shop'),
}

export const moneyToComeAnswer = z.object({
	pasarelas: z.array(
		z.object({
			gateway,
			comision_porcentaje: z.string().nullable().describe('per cent without IVA; null: unset'),
			dias: z.int().nullable().describe('from payment to pay-out; null: unset, and its pay-outs are omitted'),
			...pesos,
		}),
	),
	abonos: z.array(z.object({ dia: z.string(), gateway, ...pesos })).describe('by the day on which it comes'),
})
export type MoneyToComeAnswer = z.infer<typeof moneyToComeAnswer>

const part = z.number().nullable().describe('per cent, one decimal; null: there is nothing that it is a part of')

export const funnelAnswer = z.object({
	desde: z.string(),
	hasta: z.string(),
	contado_desde: z.string().nullable().describe('the first day on which looks were counted; null: none was yet'),
	pasos: z.array(z.object({ paso: z.enum(funnelSteps), cantidad: z.int(), del_anterior: part, de_la_portada: part })),
	por_dia: z
		.array(
			z.object({ dia: z.string(), portada: z.int(), carrito: z.int(), pago: z.int(), orden: z.int(), pagada: z.int() }),
		)
		.describe('every day of the period'),
})
export type FunnelAnswer = z.infer<typeof funnelAnswer>
