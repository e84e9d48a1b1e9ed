import { z } from 'zod'
import { plainText } from '#core/contract/plain-text.ts'
import { shortestAddress } from '#modules/delivery/shortest-address.ts'

/** The id of one search, from its first letter to the quote that ends it. */
export const searchSession = z
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
