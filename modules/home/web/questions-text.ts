import type { PageData } from '#modules/catalog/shapes/page-data.ts'
import { coverageOf } from '#modules/delivery/tariff.ts'
import { kilometersText, tariffText } from '#modules/delivery/tariff-text.ts'
import type { Question } from '#modules/settings/questions.ts'

/** Questions and answers of Home, also in the structured data: delivery prices, and the owner's. */
export function questionsOf({ tarifa, preguntas }: Pick<PageData, 'tarifa' | 'preguntas'>): readonly Question[] {
	const respuesta = `Depende de la distancia en auto desde la tienda, en Santiago: ${tariffText(tarifa)}. A más de ${kilometersText(coverageOf(tarifa))} km no despachamos. Lo ves antes de pagar, apenas eliges tu dirección.`
	return [{ pregunta: '¿Cuánto cuesta el despacho?', respuesta }, ...preguntas]
}
