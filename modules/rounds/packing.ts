interface Units {
	readonly unidades: readonly { readonly color: string; readonly cantidad: number }[]
}

/** The units of each colour over some orders, the most first. */
export function packingList(orders: readonly Units[]): { color: string; cantidad: number }[] {
	const sums = new Map<string, number>()
	for (const { color, cantidad } of orders.flatMap(({ unidades }) => unidades))
		sums.set(color, (sums.get(color) ?? 0) + cantidad)
	return [...sums]
		.map(([color, cantidad]) => ({ color, cantidad }))
		.toSorted((one, other) => other.cantidad - one.cantidad || one.color.localeCompare(other.color))
}
