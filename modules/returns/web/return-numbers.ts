import type { OwnSummaryParts } from '#modules/lists/shapes.ts'

/** Units that came back in the period; nothing without any. */
export function returnsTile({ retornos }: Pick<OwnSummaryParts, 'retornos'>) {
	const { pedidos, unidades, a_stock } = retornos
	if (pedidos === 0 && unidades === 0) return undefined
	return [
		'Devuelto por clientes',
		`${unidades} u.`,
		`${pedidos} retornos pedidos, ${a_stock} u. de vuelta al stock`,
	] as const
}
