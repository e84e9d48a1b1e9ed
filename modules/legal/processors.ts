import type { ShownProcessor } from '#modules/catalog/shapes.ts'

/** A company that gets data about people for the shop, as the configuration names it. An unknown text is empty. */
export interface Processor extends ShownProcessor {
	readonly clave: string
	/** Not shown to customers unless the owner says so: it gets nothing about them that it could read. */
	readonly oculto?: boolean
}

export const maxProcessorText = { nombre: 80, finalidad: 200, pais: 60, enlace: 300 } as const
export type ProcessorField = keyof typeof maxProcessorText
export const processorFields = Object.keys(maxProcessorText) as ProcessorField[]

/** The first invalid field of a processor, with a sentence for staff; undefined for a valid one. */
export function processorProblem(
	texts: Readonly<Record<ProcessorField, string>>,
): { readonly campo: ProcessorField; readonly texto: string } | undefined {
	if (texts.nombre === '') return { campo: 'nombre', texto: 'Escribe cómo se llama.' }
	if (texts.finalidad === '') return { campo: 'finalidad', texto: 'Escribe para qué recibe los datos.' }
	if (texts.enlace !== '' && URL.parse(texts.enlace)?.protocol !== 'https:')
		return { campo: 'enlace', texto: 'Escribe una dirección que empiece con https://, o déjalo vacío.' }
	return undefined
}
