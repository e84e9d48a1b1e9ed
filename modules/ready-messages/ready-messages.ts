import { formatClp } from '#core/rules/money.ts'

/** The messages by their setting. The panel reads them here, without the rules of all settings. */
export const messageLabels = {
	mensaje_en_camino: 'Voy en camino',
	mensaje_comprobante: 'Falta tu comprobante',
	mensaje_sin_pagar: 'Quedó sin pagar',
	mensaje_retiro: 'Tu retiro está listo',
	mensaje_propio: 'Otro mensaje',
} as const

/** The data of an order for the placeholders. */
export interface MessageData {
	/** As the customer wrote it, maybe empty; a message names its first word. */
	readonly nombre: string
	readonly nro_orden: number
	/** CLP: the order's total, or at a stop what is to be collected. */
	readonly total: number
	/** The address, or the pickup place. */
	readonly lugar: string
}

/** The value of each placeholder. */
const placeholders: Readonly<Record<string, (data: MessageData) => string>> = {
	nombre: ({ nombre }) => nombre.trim().split(/\s+/)[0] ?? '',
	orden: ({ nro_orden }) => String(nro_orden),
	total: ({ total }) => formatClp(total),
	lugar: ({ lugar }) => lugar,
}

/** The placeholders, for the help of the settings. */
export const placeholderText = Object.keys(placeholders)
	.map((word) => `{${word}}`)
	.join(', ')

/** The text with its placeholders filled in; an unknown one is left unchanged. */
export function fillMessage(text: string, data: MessageData): string {
	const filled = text.replace(/\{(\w+)\}/g, (typed, word: string) => placeholders[word.toLowerCase()]?.(data) ?? typed)
	// Without a name: `Hola {nombre}, …`.
	return filled.replace(/\s+([,.:;!?])/g, '$1').trim()
}
