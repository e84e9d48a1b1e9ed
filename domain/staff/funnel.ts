/** The steps that the browser tells, because the server would not see them: the cart lives in the browser. */
export const reportedSteps = ['carrito', 'pago'] as const
export type ReportedStep = (typeof reportedSteps)[number]

/** The steps that are counted as they happen. What comes after them are orders, which count themselves. */
export const countedSteps = ['portada', ...reportedSteps] as const
export type CountedStep = (typeof countedSteps)[number]

/** The way from the first look to the money: seen, put into the cart, checkout opened, order placed, order paid. */
export const funnelSteps = [...countedSteps, 'orden', 'pagada'] as const
export type FunnelStep = (typeof funnelSteps)[number]

export type FunnelCounts = Readonly<Record<FunnelStep, number>>

/** A step with how often it was taken, and that as per cent of the step before and of the first (one decimal; null: of none). */
export interface FunnelRow {
	readonly paso: FunnelStep
	readonly cantidad: number
	readonly del_anterior: number | null
	readonly de_la_portada: number | null
}

const percentOf = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1000) / 10)

/** The steps in their order, with what part of those who came so far took each. */
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
