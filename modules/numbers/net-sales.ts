/** A paid order with refunds or amounts owed. CLP; days of Santiago, `AAAA-MM-DD`. */
export interface ReducedSale {
	/** The day of payment, and the amount. */
	readonly pagada: string
	readonly vendido: number
	/** Its current price: its total, or 0 once cancelled. */
	readonly vale: number
	/** The day of its last cancellation or change of total; null: never. */
	readonly bajada: string | null
	/** The refunds, each on its day. */
	readonly devoluciones: readonly { readonly dia: string; readonly monto: number }[]
}

/** CLP that a sale lost on a day. `isOwed`: not refunded yet. */
export interface Reduction {
	readonly dia: string
	readonly monto: number
	readonly isOwed: boolean
}

/**
 * The reductions of a sale, by day: its refunds, and the amount owed since its cancellation or change of total. A later
 * refund is no second reduction: it counts on the day of the cancellation. The rest of `vendido` is the amount of the
 * order's tax document.
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
