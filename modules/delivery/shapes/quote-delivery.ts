import { z } from 'zod'
import { plainText } from '#core/contract/plain-text.ts'
import { searchSession } from '#modules/delivery/shapes/suggest-addresses.ts'
import { quoteMinutes } from '#modules/delivery/tariff.ts'

/** Either a picked `lugar_id` or a typed `direccion`. */
export const quoteDeliveryQuery = z
	.object({
		lugar_id: z.string().min(1).max(300).optional(),
		direccion: plainText(300).min(1).optional(),
		numero: plainText(60)
			.optional()
			.describe('Lo escrito en número / depto.: ubica la casa en una calle que se eligió sin número'),
		sesion: searchSession,
	})
	.refine((query) => (query.lugar_id === undefined) !== (query.direccion === undefined), {
		message: 'Indica lugar_id o direccion, uno de los dos.',
	})

/** The signed quote. `sin_medir`: the look-up failed, so the cost is 0 and ordering is not blocked. */
export const deliveryQuote = z.object({
	lugar_id: z.string().describe('Vacío cuando la dirección se escribió y no se pudo ubicar'),
	distancia_m: z.int().nonnegative().nullable(),
	costo: z.int().nonnegative(),
	gratis: z.boolean(),
	fuera_de_cobertura: z.boolean(),
	direccion: z.string(),
	comuna: z.string().nullable(),
	lat: z.number().nullable(),
	lng: z.number().nullable(),
	numero: z
		.int()
		.nullable()
		.describe('El número de casa que la cotización conoce; null para una calle entera o un lugar'),
	en_rm: z.boolean().describe('Dentro de la Región Metropolitana; también cuando no se pudo saber'),
	sin_medir: z.boolean(),
})
export type DeliveryQuote = z.infer<typeof deliveryQuote>

export const quoteDeliveryAnswer = deliveryQuote.extend({
	cotizacion: z.string().describe(`La cotización firmada; vale ${quoteMinutes} minutos`),
	vence: z.iso.datetime(),
})
export type QuoteDeliveryAnswer = z.infer<typeof quoteDeliveryAnswer>
