import { addressOf } from '#core/contract/endpoint.ts'
import type { CsvFile } from '#core/web/list/figures.tsx'
import { exportOrders } from '#modules/orders/staff/endpoints.ts'

/** The files under the panel's stock. */
export const stockFiles: readonly CsvFile[] = [
	{ label: 'Movimientos de stock', address: addressOf(exportOrders, { params: { archivo: 'stock.csv' } }) },
]
