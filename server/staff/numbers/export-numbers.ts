import type { NumbersFile } from '#contract/staff/numbers.ts'
import type { SummaryQuery } from '#contract/staff/summary.ts'
import { type CsvValue, csvHead, csvLines } from '#server/staff/lists/csv-lines.ts'
import { readMoneyToCome } from '#server/staff/numbers/read-money-to-come.ts'
import { readStock } from '#server/staff/products/read-stock.ts'
import type { StaffDeps } from '#server/staff/staff-deps.ts'

type Deps = Pick<StaffDeps, 'db' | 'clock'>

interface Table {
	readonly head: readonly string[]
	readonly rows: readonly (readonly CsvValue[])[]
}

/** How each file's table is read; only what happened in a period looks at the days that are asked for. */
const tables: Readonly<Record<NumbersFile, (deps: Deps, query: SummaryQuery) => Promise<Table>>> = {
	'reposicion.csv': reorderTable,
	'por_recibir.csv': moneyTable,
}

/** A table of the numbers that decide, as a file. It has few lines: they come at once. */
export async function* exportNumbers(deps: Deps, file: NumbersFile, query: SummaryQuery): AsyncGenerator<string> {
	const { head, rows } = await tables[file](deps, query)
	yield csvHead(head)
	yield csvLines(rows)
}

/** A number with a decimal comma, as Excel in Chile reads it. */
const decimal = (value: number) => String(value).replace('.', ',')

async function reorderTable(deps: Deps): Promise<Table> {
	const { results, dias_reposicion } = await readStock(deps)
	return {
		head: [
			...[
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
		],
		rows: results.map((row) => [
			...[row.sku, row.nombre, row.color, row.stock, row.vendidas, row.dias, decimal(row.por_dia), row.dias_restantes],
			...[dias_reposicion, row.pedir_el],
		]),
	}
}

async function moneyTable(deps: Deps): Promise<Table> {
	const { abonos } = await readMoneyToCome(deps)
	return {
		head: ['dia', 'gateway', 'pagos', 'cobrado', 'devuelto', 'en_disputa', 'comision', 'por_recibir'],
		rows: abonos.map((row) => [
			...[row.dia, row.gateway, row.pagos, row.cobrado, row.devuelto, row.en_disputa, row.comision, row.por_recibir],
		]),
	}
}
