import { z } from 'zod'
import { maxInteger } from '#core/contract/column-types.ts'
import { dayText, listOf, optionalText, pageQuery } from '#core/contract/lists.ts'
import { estadosEntrega } from '#modules/rounds/delivery-state.ts'
import { delivery } from '#modules/rounds/order-shapes.ts'

/** The filter of deliveries, for the list and its file. */
export const deliveryFilter = z.object({
	estado: optionalText(20).pipe(z.enum(estadosEntrega).optional()),
	repartidor: optionalText(10)
		.pipe(z.coerce.number<string>().int().min(1).max(maxInteger).optional())
		.describe('the id of an account'),
	atrasada: optionalText(1).pipe(z.literal('1').optional()).describe('`1`: only late ones'),
	desde: dayText.describe('first day, in Santiago, of when it was handed over or is expected'),
	hasta: dayText.describe('last day, in Santiago, included'),
})
export type DeliveryFilter = z.output<typeof deliveryFilter>

export const listDeliveriesQuery = deliveryFilter.extend(pageQuery.shape)
export type ListDeliveriesQuery = z.output<typeof listDeliveriesQuery>

export const listDeliveriesAnswer = listOf(delivery)
export type ListDeliveriesAnswer = z.infer<typeof listDeliveriesAnswer>

const numbers = {
	rondas: z.int().describe('rounds that left the shop'),
	entregadas: z.int(),
	a_tiempo: z.int().describe('handed over within the announced hour, by the promised day'),
	adelantadas: z.int().describe('handed over before the announced hour'),
	a_tiempo_porcentaje: z.number().nullable().describe('of what was handed over, one decimal; null: nothing was'),
	no_entregadas: z.int().describe('tries at a door that failed; not what a round did not come to'),
	metros: z.int().describe('driven from the shop and back'),
	segundos: z.int().describe('from leaving the shop to being back'),
	costo: z.int().describe('pesos: kilometres and hours at what the settings say today'),
	costo_por_entrega: z.int().nullable().describe('pesos; null: nothing was handed over'),
}

export const deliveryNumbersAnswer = z.object({
	desde: z.string(),
	hasta: z.string(),
	costo_km: z.int().describe('pesos'),
	costo_hora: z.int().describe('pesos'),
	total: z.object(numbers),
	por_periodo: z
		.array(z.object({ periodo: z.string().describe('its first day'), ...numbers }))
		.describe('those with a round or a try'),
})
export type DeliveryNumbersAnswer = z.infer<typeof deliveryNumbersAnswer>
