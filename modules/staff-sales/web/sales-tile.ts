import { formatClp } from '#core/rules/money.ts'

/** The paid sales of a period that staff entered; nothing without any. */
export function staffSalesTile({
	ventas_del_equipo: { ordenes, ventas },
}: {
	readonly ventas_del_equipo: { readonly ordenes: number; readonly ventas: number }
}) {
	if (ordenes === 0) return undefined
	return [
		'Ventas del equipo',
		formatClp(ventas),
		`${ordenes} ${ordenes === 1 ? 'orden' : 'órdenes'}, dentro de las ventas`,
	] as const
}
