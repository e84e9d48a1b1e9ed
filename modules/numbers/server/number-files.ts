import type { PeriodQuery } from '#core/contract/lists.ts'
import { type CsvTable, decimalComma } from '#core/server/lists/csv.ts'
import { readStock } from '#modules/catalog/staff/server/read-products.ts'
import type { StaffDeps } from '#modules/lists/context.ts'
import { funnelSteps } from '#modules/numbers/funnel.ts'
import { type FunnelDeps, readFunnel } from '#modules/numbers/server/funnel.ts'
import { readMoneyToCome } from '#modules/numbers/server/money-to-come.ts'

/** When to order each colour again. */
export async function reorderTable(deps: Pick<StaffDeps, 'db' | 'clock'>): Promise<CsvTable> {
	const { results, dias_reposicion } = await readStock(deps)
	return {
		head: [
			'sku',
			'nombre',
			'color',
			'stock',
			'vendidas',
			'dias',
			'por_dia',
			'dias_restantes',
			'dias_reposicion',
			'pedir_el',
		],
		rows: results.map((row) => [
			row.sku,
			row.nombre,
			row.color,
			row.stock,
			row.vendidas,
			row.dias,
			decimalComma(row.por_dia),
			row.dias_restantes,
			dias_reposicion,
			row.pedir_el,
		]),
	}
}

/** The pay-outs to come, by day. */
export async function moneyTable(deps: Pick<StaffDeps, 'db' | 'clock'>): Promise<CsvTable> {
	const { abonos } = await readMoneyToCome(deps)
	return {
		head: ['dia', 'gateway', 'pagos', 'cobrado', 'devuelto', 'en_disputa', 'comision', 'por_recibir'],
		rows: abonos.map((row) => [
			row.dia,
			row.gateway,
			row.pagos,
			row.cobrado,
			row.devuelto,
			row.en_disputa,
			row.comision,
			row.por_recibir,
		]),
	}
}

/** The funnel of each day. Fails as `readFunnel` does. */
export async function funnelTable(deps: FunnelDeps, query: PeriodQuery): Promise<CsvTable> {
	const funnel = await readFunnel(deps, query)
	return {
		head: ['dia', ...funnelSteps],
		rows: funnel.por_dia.map((day) => [day.dia, ...funnelSteps.map((paso) => day[paso])]),
	}
}
