import { z } from 'zod'
import { dayText } from '#core/contract/lists.ts'
import { metodosPago } from '#modules/orders/metodo-pago.ts'
import { tiposDocumento } from '#modules/tax-documents/tax-document.ts'

/** Days of Santiago, both included; without them the last 30. */
export const summaryQuery = z.object({ desde: dayText, hasta: dayText })
export type SummaryQuery = z.output<typeof summaryQuery>

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
	documentos: z
		.array(
			z.object({ tipo: z.literal(tiposDocumento), cantidad: z.int(), neto: z.int(), iva: z.int(), total: z.int() }),
		)
		.describe('the tax documents dated in the period that were not rejected; the pesos of a 61 are below zero'),
})
export type SummaryAnswer = z.infer<typeof summaryAnswer>

export const documentsQuery = z.object({
	mes: z
		.string()
		.regex(/^2\d{3}-(0[1-9]|1[0-2])$/)
		.describe('the month of their date in Santiago, as `2026-11`'),
})
