/**
 * By when an order is handed over, as it stands in a sentence, for the term that the owner named (`3 días hábiles`). The law
 * wants it told before paying.
 */
export function deliveryTermText(term: string): string {
	return `dentro de ${term} desde que confirmamos tu pedido`
}
