import { z } from 'zod'
import { day, integer, plainText } from '#core/contract/fields.ts'
import { dayText } from '#core/contract/lists.ts'
import { gatewayMethods, metodosPago } from '#core/rules/payment-methods.ts'
import { ownSummaryParts } from '#modules/lists/shapes.ts'
import { funnelSteps } from '#modules/numbers/funnel.ts'

const sales = { ventas: z.int().describe('pesos'), ordenes: z.int() }

/**
 * The numbers of a period. A sale counts on the day it was paid, whatever follows; its reductions count as `devuelto`
 * on their days. `por_color` counts orders not cancelled, at the prices of their lines. Conversion counts orders by
 * their first gateway payment started, and how many of these were paid.
 */
export const summaryAnswer = z.object({
	desde: z.string(),
	hasta: z.string(),
	...sales,
	ticket_promedio: z.int().nullable().describe('pesos; null without sales'),
	devuelto: z.int().describe('CLP that sales lost in the period: refunded, or owed for cancelled or lowered orders'),
	por_devolver: z.int().describe('the part of it that is not refunded yet'),
	neta: z.int().describe('`ventas` less `devuelto`: what the tax documents of these sales say'),
	contracargos: z
		.object({ en_disputa: z.int(), perdido: z.int() })
		.describe('pesos of payments disputed in the period; not part of `devuelto`: a dispute undoes no sale'),
	ordenes_creadas: z.int(),
	conversion: z.object({
		iniciados: z.int(),
		pagados: z.int(),
		porcentaje: z.number().nullable().describe('0 to 100, one decimal; null when nothing was started'),
	}),
	por_dia: z
		.array(z.object({ dia: z.string(), ...sales }))
		.describe('every day of the period, also those without sales'),
	por_color: z.array(z.object({ color: z.string(), unidades: z.int(), ventas: z.int() })),
	por_metodo: z.array(z.object({ metodo_pago: z.enum(metodosPago), ...sales })),
	...ownSummaryParts,
})
export type SummaryAnswer = z.infer<typeof summaryAnswer>

const gateway = z.enum(gatewayMethods)
const pesos = {
	pagos: z.int(),
	cobrado: z.int().describe('pesos'),
	devuelto: z.int().describe('the part that the shop refunded, or requested to be'),
	en_disputa: z.int().describe('what of the rest a dispute holds back, or took when it was lost'),
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

export const closingQuery = z.object({ dia: dayText.describe('today without it') })

const counted = {
	metodo: z.enum(metodosPago),
	esperado: integer.describe('pesos: received less refunded; below zero where more was refunded'),
}
const count = z.object({
	...counted,
	contado: integer.describe('pesos'),
	motivo: plainText(200).default('').describe('why they differ'),
})

/** The money that moved on a day by method, and the last closing of that day. CLP. */
export const closingAnswer = z.object({
	dia: z.string(),
	metodos: z
		.array(z.object({ ...counted, recibido: z.int(), devuelto: z.int(), ordenes: z.int().describe('that paid') }))
		.describe('only those with movement'),
	rondas: z
		.array(z.object({ cerrada_at: z.string(), esperado: z.int(), contado: z.int(), motivo: z.string() }))
		.describe('the counts of cash at the end of the rounds that ended that day, in CLP'),
	cierre: z
		.object({
			id: z.string(),
			usuario: z.string().nullable().describe('null: an account that is gone'),
			created_at: z.string(),
			es_correccion: z.boolean(),
			conteos: z.array(count),
		})
		.nullable(),
})
export type ClosingAnswer = z.infer<typeof closingAnswer>

export const closeDayRequest = z.object({
	dia: day,
	anterior: z.uuid().nullable().describe('the closing that this one corrects; null: the first of the day'),
	conteos: z.array(count).max(metodosPago.length).describe('with the expected pesos that staff saw'),
})
export type CloseDayRequest = z.output<typeof closeDayRequest>
