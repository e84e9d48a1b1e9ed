import { z } from 'zod'
import { plainText } from '#core/contract/fields.ts'
import { shortestAddress } from '#modules/delivery/address.ts'
import { quoteMinutes } from '#modules/delivery/tariff.ts'

/** The id of one search, from its first letter to the quote that ends it. */
const searchSession = z
	.string()
	.regex(/^[A-Za-z0-9_-]{8,36}$/)
	.optional()
	.describe('La misma en todas las llamadas de una búsqueda, y en la cotización que la cierra')

export const suggestAddressesQuery = z.object({
	q: plainText(200)
		.default('')
		.describe(`Lo que la persona lleva escrito; con menos de ${shortestAddress} letras no hay sugerencias`),
	sesion: searchSession,
})

const addressSuggestion = z.object({
	lugar_id: z.string(),
	texto: z.string().describe('Calle y número, o el nombre del lugar'),
	detalle: z.string().describe('Comuna y región'),
})
export type AddressSuggestion = z.infer<typeof addressSuggestion>

export const suggestAddressesAnswer = z.object({
	results: z.array(addressSuggestion).max(5),
	atribucion: z.string().describe('El crédito que se muestra junto a las sugerencias'),
})

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

/** Without a position: Santiago. The marker is shown at zoom 16. */
export const drawMapQuery = z.object({
	lat: z.coerce.number<number>().min(-90).max(90).optional(),
	lng: z.coerce.number<number>().min(-180).max(180).optional(),
	zoom: z
		.enum(['12', '16'])
		.default('12')
		.transform((zoom) => (zoom === '16' ? 16 : 12)),
	oscuro: z
		.enum(['0', '1', 'true', 'false'])
		.default('0')
		.transform((value) => value === '1' || value === 'true'),
	formato: z
		.enum(['ancho', 'angosto'])
		.default('ancho')
		.describe('El doble de ancho que de alto, o 4:3 para un teléfono'),
})
