/** By when an order is handed over, within a sentence. The law (Ley 19.496) wants it said before paying. */
export function deliveryTermText(term: string): string {
	return `dentro de ${term} desde que confirmamos tu pedido`
}
