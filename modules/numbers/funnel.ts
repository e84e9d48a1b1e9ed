/** Steps that the browser reports because the server cannot see them: the cart is in the browser. */
export const reportedSteps = ['carrito', 'pago'] as const
export type ReportedStep = (typeof reportedSteps)[number]

/** Steps counted as they happen. The later ones are orders, counted from the database. */
export const countedSteps = ['portada', ...reportedSteps] as const
export type CountedStep = (typeof countedSteps)[number]

/** The funnel: Home viewed, put into the cart, checkout opened, order placed, order paid. */
export const funnelSteps = [...countedSteps, 'orden', 'pagada'] as const
export type FunnelStep = (typeof funnelSteps)[number]

export type FunnelCounts = Readonly<Record<FunnelStep, number>>

/** A step with its count, and its percentage of the previous and the first step (one decimal; null: of none). */
export interface FunnelRow {
	readonly paso: FunnelStep
	readonly cantidad: number
	readonly del_anterior: number | null
	readonly de_la_portada: number | null
}

const percentOf = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1000) / 10)

/** The steps in their order, with their shares. */
export function funnelRows(counts: FunnelCounts): FunnelRow[] {
	return funnelSteps.map((paso, at) => {
		const before = funnelSteps[at - 1]
		return {
			paso,
			cantidad: counts[paso],
			del_anterior: before === undefined ? null : percentOf(counts[paso], counts[before]),
			de_la_portada: before === undefined ? null : percentOf(counts[paso], counts.portada),
		}
	})
}
