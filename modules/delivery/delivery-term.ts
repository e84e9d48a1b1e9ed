/** The delivery term within a sentence. The law (Ley 19.496) requires it before paying. */
export function deliveryTermText(term: string): string {
	return `dentro de ${term} desde que confirmamos tu pedido`
}
