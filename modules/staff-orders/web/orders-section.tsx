import { addressOf } from '#core/contract/endpoint.ts'
import { ListPage } from '#core/web/list/list-page.tsx'
import { useListPage } from '#core/web/list/staff-list.tsx'
import { PanelSection, usePanelAddress } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { wholeOrder } from '#modules/orders/web/own-order.ts'
import { exportOrders, listOrders } from '#modules/staff-orders/endpoints.ts'
import { chosen, clears, OrderFilters } from '#modules/staff-orders/web/order-filters.tsx'
import { orderCard, ordersTable } from '#modules/staff-orders/web/order-rows.tsx'

const files = [
	['Órdenes', 'ordenes.csv'],
	['Líneas', 'lineas.csv'],
	['Pagos', 'pagos.csv'],
] as const

/** The shop's orders: searched, filtered, and edited in their rows. */
export default function OrdersSection() {
	const { text, texts } = usePanelAddress()
	const filter = texts(chosen)
	const list = useListPage('orden', (page) =>
		requestTo(listOrders, { query: { ...filter, orden: text('por'), ...page } }),
	)
	return (
		<PanelSection>
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
