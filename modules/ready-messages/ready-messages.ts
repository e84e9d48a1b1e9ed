import { formatClp } from '#core/rules/money.ts'

/** The messages by their setting. The panel reads them here, without the rules of all settings. */
export const messageLabels = {
	mensaje_en_camino: 'Voy en camino',
	mensaje_comprobante: 'Falta tu comprobante',
	mensaje_retiro: 'Tu retiro está listo',
	mensaje_propio: 'Otro mensaje',
} as const

/** The data of an order that a message can name. */
export interface MessageData {
	/** As the customer wrote it, maybe empty; a message names its first word. */
	readonly nombre: string
	readonly nro_orden: number
	/** CLP: the order's total, or at a stop what is to be collected. */
	readonly total: number
	/** The address, or the pickup place. */
	readonly lugar: string
}

/** What each word in braces stands for. */
const words: Readonly<Record<string, (data: MessageData) => string>> = {
	nombre: ({ nombre }) => nombre.trim().split(/\s+/)[0] ?? '',
	orden: ({ nro_orden }) => String(nro_orden),
	total: ({ total }) => formatClp(total),
	lugar: ({ lugar }) => lugar,
}

/** The words that staff can use, for the help of the settings. */
export const wordsText = Object.keys(words)
	.map((word) => `{${word}}`)
	.join(', ')

/** The text with the order's data in place of its words in braces; an unknown word stays as it is written. */
export function fillMessage(text: string, data: MessageData): string {
	const filled = text.replace(/\{(\w+)\}/g, (typed, word: string) => words[word.toLowerCase()]?.(data) ?? typed)
	// Without a name: `Hola {nombre}, …`.
	return filled.replace(/\s+([,.:;!?])/g, '$1').trim()
}
