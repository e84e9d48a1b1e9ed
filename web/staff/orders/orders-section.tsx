import { addressOf } from '#contract/endpoint.ts'
import { exportOrders } from '#contract/staff/export-endpoints.ts'
import { listOrders } from '#contract/staff/order-endpoints.ts'
import { wholeOrder } from '#web/orders/whole-order.ts'
import { requestTo } from '#web/session/api.ts'
import { CsvLinks } from '#web/staff/list/csv-links.tsx'
import { PagedList, TableOrCards } from '#web/staff/list/paged-list.tsx'
import { SearchForm } from '#web/staff/list/search-form.tsx'
import { pageSize, useListPage } from '#web/staff/list/use-staff-list.ts'
import { useWide } from '#web/staff/list/use-wide.ts'
import { OrderCard } from '#web/staff/orders/order-card.tsx'
import { noFilter, OrderFilters, orderFilterIn } from '#web/staff/orders/order-filters.tsx'
import { OrdersTable } from '#web/staff/orders/orders-table.tsx'
import { usePanelAddress } from '#web/staff/panel-address.ts'
import { PanelSection } from '#web/staff/panel-section.tsx'

/** The shop's orders: searched, filtered, and edited where they stand. */
export function OrdersSection() {
	const { query, text, page, change } = usePanelAddress()
	const isWide = useWide()
	const filter = orderFilterIn(query)
	const which = { ...filter, orden: text('por'), page, page_size: pageSize }
	const list = useListPage('orden', requestTo(listOrders, { query: which }))
	const isFiltered = Object.values(filter).some((value) => value !== undefined)
	return (
		<PanelSection name="ordenes">
			<div className="staff-tools">
				<SearchForm
					label="Número de orden"
					placeholder="Número, nombre o correo"
					value={text('nro_orden')}
					onSearch={(nro_orden) => change({ nro_orden })}
				/>
				<OrderFilters key={String(isWide)} isWide={isWide} />
			</div>
			<PagedList
				list={list}
				what="órdenes"
				emptyText="No hay órdenes que mostrar."
				onShowAll={isFiltered ? () => change(noFilter) : undefined}
			>
				{(orders) => (
					<TableOrCards
						rows={orders.map(wholeOrder)}
						isWide={isWide}
						table={(rows) => <OrdersTable orders={rows} />}
						card={(order) => <OrderCard key={order.id} order={order} />}
					/>
				)}
			</PagedList>
			<CsvLinks
				files={[
					{ label: 'Órdenes', address: addressOf(exportOrders, { params: { archivo: 'ordenes.csv' }, query: filter }) },
					{ label: 'Líneas', address: addressOf(exportOrders, { params: { archivo: 'lineas.csv' }, query: filter }) },
					{ label: 'Pagos', address: addressOf(exportOrders, { params: { archivo: 'pagos.csv' }, query: filter }) },
				]}
			/>
		</PanelSection>
	)
}
