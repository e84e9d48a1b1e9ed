export interface Question {
	readonly pregunta: string
	readonly respuesta: string
}

const mostQuestions = 12

/**
 * The default questions. Delivery prices are excluded, as the page shows them itself. The battery's figures are examples:
 * the owner replaces them by those of her product (step `preguntas` of the first day).
 */
export const initialQuestions = `¿Puedo retirar mi pedido?
Sí, gratis, en una estación de metro. La estación aparece al elegir «Retiro» en el pago.

¿Cómo puedo pagar?
Con tarjeta de crédito o débito en una pasarela de pago, por transferencia bancaria subiendo el comprobante, o en efectivo al recibir, solo en la Región Metropolitana.

¿Cuántos batidos alcanza una carga?
Unos 15, según lo espeso que lo prepares.

¿Cuánto demora en cargar, y con qué cable?
Unas 2 horas, con el cable USB-C que viene en la caja. Sirve cualquier cargador de teléfono o el puerto de un computador.

¿Qué viene en la caja?
El vaso con su tapa y su asa, la base con el motor y la batería, el cable USB-C y el instructivo.

¿Cómo se lava?
Con agua y unas gotas de detergente: bate unos segundos y enjuaga. La base lleva el motor y no se sumerge.

¿Y si me arrepiento?
Tienes 10 días desde que recibes el producto para devolverlo y recuperar tu dinero, sin dar motivos.

¿Tiene garantía?
Sí, la legal: si falla dentro de 6 meses desde que lo recibes, eliges entre la devolución del dinero, un cambio o una reparación gratuita. Basta tu boleta o comprobante de pago.`

/**
 * The questions of a text: each a line that ends with a question mark, its answer below, separated by an empty line.
 */
export function readQuestions(text: string): Question[] {
	return text
		.split(/\n\s*\n/)
		.map((block) => block.trim())
		.filter((block) => block !== '')
		.map((block) => {
			const [pregunta = '', ...answer] = block.split('\n').map((line) => line.trim())
			return { pregunta, respuesta: answer.join(' ') }
		})
}

/** The sentence for staff about invalid questions; undefined for valid ones. */
export function questionsProblem(text: string): string | undefined {
	const questions = readQuestions(text)
	const wrong = questions.find(({ pregunta, respuesta }) => !pregunta.endsWith('?') || respuesta === '')
	if (wrong) {
		const start = wrong.pregunta.length > 40 ? `${wrong.pregunta.slice(0, 40)}…` : wrong.pregunta
		return `Escribe cada pregunta en una línea que termine en «?», su respuesta debajo y una línea vacía entre dos. Revisa «${start}».`
	}
	return questions.length > mostQuestions ? `Escribe hasta ${mostQuestions} preguntas.` : undefined
}
