import { z } from 'zod'
import { gatewayMethods } from '#domain/orders/metodo-pago.ts'

const gateway = z.enum(gatewayMethods)
const pesos = {
	pagos: z.int(),
	cobrado: z.int().describe('pesos'),
	devuelto: z.int().describe('what of it went back, or is asked to'),
	en_disputa: z.int().describe('what of the rest is held back by a dispute'),
	comision: z.int().describe('with IVA, as the terms noted in the settings say'),
	por_recibir: z.int().describe('what is left of it for the shop'),
}

/** GET /api/admin_por_recibir/: money that gateways still have to pay out, as their terms in the settings say. */
export const moneyToComeAnswer = z.object({
	pasarelas: z.array(
		z.object({
			gateway,
			comision_porcentaje: z.string().nullable().describe('per cent without IVA; null: nobody noted it'),
			dias: z.int().nullable().describe('from payment to pay-out; null: nobody noted it, and nothing is told of it'),
			...pesos,
		}),
	),
	abonos: z.array(z.object({ dia: z.string(), gateway, ...pesos })).describe('by the day on which it comes'),
})
export type MoneyToComeAnswer = z.infer<typeof moneyToComeAnswer>

/** GET /api/admin_exportar/{archivo}: the tables of the numbers that decide, as they stand now or were in a period. */
export const numbersFiles = ['reposicion.csv', 'por_recibir.csv'] as const
export type NumbersFile = (typeof numbersFiles)[number]
