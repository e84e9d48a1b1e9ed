/** What a restored copy does as soon as it is the shop. */
export interface Waiting {
	/** Mails and refunds that wait, and orders whose hold ended meanwhile. */
	readonly correos: number
	readonly devoluciones: number
	readonly vencidas: number
}

/** The sentence about it, for staff and operator. */
export function waitingText({ correos, devoluciones, vencidas }: Waiting): string {
	const parts = [
		[correos, 'un correo', 'correos'],
		[devoluciones, 'una devolución', 'devoluciones'],
		[vencidas, 'un pedido sin pagar que vence', 'pedidos sin pagar que vencen'],
	] as const
	const some = parts.filter(([n]) => n > 0).map(([n, one, more]) => (n === 1 ? one : `${n} ${more}`))
	return `Lo que espera: ${some.length === 0 ? 'nada' : new Intl.ListFormat('es-CL').format(some)}.`
}
