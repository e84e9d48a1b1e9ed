import { type Failure, isFailure } from '#core/contract/failure.ts'
import { type CsvValue, csvHead, csvLines } from '#core/server/lists/csv-lines.ts'
import { readStock } from '#modules/catalog/server/staff/read-stock.ts'
import { listCoupons } from '#modules/coupons/server/staff-coupons.ts'
import { funnelSteps } from '#modules/numbers/funnel.ts'
import type { NumberDeps } from '#modules/numbers/server/number-deps.ts'
import { readDeliveryNumbers } from '#modules/numbers/server/read-delivery-numbers.ts'
import { readFunnel } from '#modules/numbers/server/read-funnel.ts'
import { readMoneyToCome } from '#modules/numbers/server/read-money-to-come.ts'
import type { NumbersFile } from '#modules/numbers/shapes/export-files.ts'
import type { DeliveryNumbersQuery } from '#modules/rounds/shapes/deliveries.ts'

type Deps = NumberDeps

/** The unformatted lines of a file. */
interface Table {
	readonly head: readonly string[]
	readonly rows: readonly (readonly CsvValue[])[]
}

/** The reader of each file's table; only those of a period use the requested days. */
const tables: Readonly<Record<NumbersFile, (deps: Deps, query: DeliveryNumbersQuery) => Promise<Table | Failure>>> = {
	'reposicion.csv': reorderTable,
	'por_recibir.csv': moneyTable,
	'embudo.csv': funnelTable,
	'cupones.csv': couponTable,
	'reparto.csv': deliveryTable,
}

/** Reads a table of the numbers. Fails with `valor_invalido` for an invalid period, where one is used. */
export async function readNumbersTable(
	deps: Deps,
	file: NumbersFile,
	query: DeliveryNumbersQuery,
): Promise<Table | Failure> {
	return await tables[file](deps, query)
}

/** Formats a table as a file, in one piece, as it has few lines. */
export async function* numbersFile({ head, rows }: Table): AsyncGenerator<string> {
	yield csvHead(head)
	yield csvLines(rows)
}

/** A number with a decimal comma, as Excel in Chile reads it. */
const decimal = (value: number) => String(value).replace('.', ',')

async function reorderTable(deps: Deps): Promise<Table> {
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
			decimal(row.por_dia),
			row.dias_restantes,
			dias_reposicion,
			row.pedir_el,
		]),
	}
}

async function moneyTable(deps: Deps): Promise<Table> {
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

async function funnelTable(deps: Deps, query: DeliveryNumbersQuery): Promise<Table | Failure> {
	const funnel = await readFunnel(deps, query)
	if (isFailure(funnel)) return funnel
	return {
		head: ['dia', ...funnelSteps],
		rows: funnel.por_dia.map((day) => [day.dia, ...funnelSteps.map((paso) => day[paso])]),
	}
}

async function couponTable(deps: Deps): Promise<Table> {
	const { results } = await listCoupons(deps)
	return {
		head: [
			'codigo',
			'tipo',
			'valor',
			'minimo',
			'desde',
			'hasta',
			'usos',
			'usos_cliente',
			'solo_primera',
			'estado',
			'ordenes',
			'descontado',
			'vendido',
		],
		rows: results.map((row) => [
			row.codigo,
			row.tipo,
			row.valor,
			row.minimo,
			row.desde,
			row.hasta,
			row.usos,
			row.usos_cliente,
			row.solo_primera ? 'sí' : 'no',
			row.estado,
			row.ordenes,
			row.descontado,
			row.vendido,
		]),
	}
}

async function deliveryTable(deps: Deps, query: DeliveryNumbersQuery): Promise<Table | Failure> {
	const numbers = await readDeliveryNumbers(deps, query)
	if (isFailure(numbers)) return numbers
	return {
		head: [
			'desde',
			'rondas',
			'entregadas',
			'a_tiempo',
			'a_tiempo_porcentaje',
			'adelantadas',
			'no_entregadas',
			'km',
			'horas',
			'costo',
			'costo_por_entrega',
		],
		rows: numbers.por_periodo.map((row) => [
			row.periodo,
			row.rondas,
			row.entregadas,
			row.a_tiempo,
			row.a_tiempo_porcentaje === null ? null : decimal(row.a_tiempo_porcentaje),
			row.adelantadas,
			row.no_entregadas,
			decimal(row.metros / 1_000),
			decimal(Math.round(row.segundos / 36) / 100),
			row.costo,
			row.costo_por_entrega,
		]),
	}
}
