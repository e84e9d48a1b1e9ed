/** What an order's units cost when it was placed, in CLP. */
export interface PaidOrder {
	readonly total: number
	readonly despacho: number
	/** In the order of their positions. */
	readonly lineas: readonly { readonly posicion: number; readonly precio: number; readonly cantidad: number }[]
}

/** What the goods and the delivery cost after the discount, in CLP; together the order's total. A discount may exceed the goods. */
export function paidParts({ total, despacho }: Pick<PaidOrder, 'total' | 'despacho'>) {
	const goods = Math.max(0, total - despacho)
	return { goods, delivery: total - goods }
}

/**
 * The share of each unit in what was paid for the goods, in CLP, by line and unit: by price, with the pesos that are left
 * over to the largest remainders, so that all units sum to it exactly.
 */
export function unitShares(order: PaidOrder): ReadonlyMap<number, readonly number[]> {
	const units = order.lineas.flatMap(({ posicion, precio, cantidad }) =>
		Array.from({ length: cantidad }, () => ({ posicion, precio })),
	)
	const prices = units.reduce((sum, { precio }) => sum + BigInt(precio), 0n)
	const goods = BigInt(paidParts(order).goods)
	// Units without a price share alike.
	const weight = (precio: number) => (prices === 0n ? 1n : BigInt(precio))
	const whole = prices === 0n ? BigInt(Math.max(1, units.length)) : prices
	const shares = units.map(({ posicion, precio }, at) => {
		const exact = goods * weight(precio)
		return { at, posicion, pesos: Number(exact / whole), rest: exact % whole }
	})
	const left = Number(goods) - shares.reduce((sum, { pesos }) => sum + pesos, 0)
	const byRest = shares.toSorted((a, b) => (a.rest === b.rest ? a.at - b.at : a.rest < b.rest ? 1 : -1))
	const raised = new Set(byRest.slice(0, left).map(({ at }) => at))
	const pesosOf = Map.groupBy(shares, ({ posicion }) => posicion)
	return new Map([...pesosOf].map(([posicion, own]) => [posicion, own.map(({ at, pesos }) => pesos + +raised.has(at))]))
}

/** Units that came back, by line. `before`: those that came back for money by earlier returns. */
export interface CameBack {
	readonly posicion: number
	readonly before: number
	readonly now: number
}

/**
 * The money of a return in CLP: the shares of its units, and the delivery with the order's last unit, unless the return is
 * the shop's courtesy. The returns of all units sum to the order's total, in any order.
 */
export function moneyOfReturn(order: PaidOrder, lines: readonly CameBack[], isCourtesy: boolean): number {
	const shares = unitShares(order)
	const cameBack = (posicion: number) => lines.find((line) => line.posicion === posicion)
	const goods = order.lineas.reduce((sum, { posicion }) => {
		const { before = 0, now = 0 } = cameBack(posicion) ?? {}
		const own = shares.get(posicion)?.slice(before, before + now) ?? []
		return sum + own.reduce((pesos, share) => pesos + share, 0)
	}, 0)
	const units = lines.reduce((sum, { now }) => sum + now, 0)
	const isLast =
		units > 0 &&
		order.lineas.every(({ posicion, cantidad }) => {
			const { before = 0, now = 0 } = cameBack(posicion) ?? {}
			return before + now >= cantidad
		})
	return goods + (isLast && !isCourtesy ? paidParts(order).delivery : 0)
}
