import { addressOf } from '#contract/endpoint.ts'
import { exportOrders } from '#contract/staff/export-endpoints.ts'
import { listOrders } from '#contract/staff/order-endpoints.ts'
import { wholeOrder } from '#web/orders/whole-order.ts'
import { requestTo } from '#web/session/api.ts'
import { ListPage } from '#web/staff/list/list-page.tsx'
import { useListPage } from '#web/staff/list/use-staff-list.ts'
import { chosen, clears, OrderFilters } from '#web/staff/orders/order-filters.tsx'
import { orderCard, ordersTable } from '#web/staff/orders/order-rows.tsx'
import { usePanelAddress } from '#web/staff/panel-address.ts'
import { PanelSection } from '#web/staff/panel-section.tsx'

const files = [
	['Órdenes', 'ordenes.csv'],
	['Líneas', 'lineas.csv'],
	['Pagos', 'pagos.csv'],
] as const

/** The shop's orders: searched, filtered, and edited in their rows. */
export function OrdersSection() {
	const { text, texts } = usePanelAddress()
	const filter = texts(chosen)
	const list = useListPage('orden', (page) =>
		requestTo(listOrders, { query: { ...filter, orden: text('por'), ...page } }),
	)
	return (
		<PanelSection name="ordenes">
			<ListPage
				list={{ ...list, rows: list.rows.map(wholeOrder) }}
				rowKey="id"
				what="órdenes"
				search={{ param: 'nro_orden', label: 'Número de orden', placeholder: 'Número, nombre o correo' }}
				tools={<OrderFilters />}
				clears={clears}
				empty="No hay órdenes que mostrar."
				table={ordersTable}
				card={orderCard}
				exports={files.map(([label, archivo]) => ({
					label,
					address: addressOf(exportOrders, { params: { archivo }, query: filter }),
				}))}
			/>
		</PanelSection>
	)
}
