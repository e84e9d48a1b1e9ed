/** A paid order of which money went back, or is owed. Pesos; days of Santiago, `AAAA-MM-DD`. */
export interface ReducedSale {
	/** When it was paid, and what it brought. */
	readonly pagada: string
	readonly vendido: number
	/** What it still costs: its total, or 0 once it is called off. */
	readonly vale: number
	/** When it was called off or its total changed last; null: never. */
	readonly bajada: string | null
	/** What went back, each on its day. */
	readonly devoluciones: readonly { readonly dia: string; readonly monto: number }[]
}

/** Pesos that a sale lost on a day. `isOwed`: they have not gone back yet. */
export interface Reduction {
	readonly dia: string
	readonly monto: number
	readonly isOwed: boolean
}

/**
 * What a sale lost, by day: its refunds, and what is owed since it was called off or its total lowered. A refund after that is
 * no second loss: it counts on the day of calling it off. What is left of `vendido` is what the order's tax document says.
 */
export function reductionsOf({ pagada, vendido, vale, bajada, devoluciones }: ReducedSale): Reduction[] {
	const refunds = devoluciones.map(({ dia, monto }) => {
		const isAfter = vale === 0 && bajada !== null && bajada < dia
		return { dia: isAfter ? bajada : dia, monto, isOwed: false }
	})
	const gone = refunds.reduce((sum, { monto }) => sum + monto, 0)
	const owed = Math.max(0, vendido - gone - vale)
	return owed === 0 ? refunds : [...refunds, { dia: bajada ?? pagada, monto: owed, isOwed: true }]
}
