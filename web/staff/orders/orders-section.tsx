import type { StaffOrder } from '#contract/staff/orders.ts'
import { CsvLinks } from '#web/staff/list/csv-links.tsx'
import { ListFrame } from '#web/staff/list/list-frame.tsx'
import { Pager } from '#web/staff/list/pager.tsx'
import { SearchForm } from '#web/staff/list/search-form.tsx'
import { pageSize, useStaffList } from '#web/staff/list/use-staff-list.ts'
import { useWide } from '#web/staff/list/use-wide.ts'
import { OrderCard } from '#web/staff/orders/order-card.tsx'
import { OrderFilters, orderFilterIn } from '#web/staff/orders/order-filters.tsx'
import { OrdersTable } from '#web/staff/orders/orders-table.tsx'
import { usePanelAddress } from '#web/staff/panel-address.ts'

/** The shop's orders: searched, filtered, and edited where they stand. */
export function OrdersSection() {
	const { query, text, page, change } = usePanelAddress()
	const isWide = useWide()
	const list = useStaffList<StaffOrder>('orden', '/api/admin_listar_ordenes/', {
		...orderFilterIn(query),
		orden: text('por'),
		page,
	})
	const orders = list.page.rows
	return (
		<section aria-labelledby="panel-ordenes">
			<h3 id="panel-ordenes" className="sr-only">
				Órdenes
			</h3>
			<div className="staff-tools">
				<SearchForm
					label="Número de orden"
					placeholder="Número, nombre o correo"
					value={text('nro_orden')}
					onSearch={(nro_orden) => change({ nro_orden })}
				/>
				<OrderFilters isWide={isWide} />
			</div>
			<ListFrame {...list} isEmpty={orders.length === 0} emptyText="No hay órdenes que mostrar." onReload={list.reload}>
				{isWide ? (
					<OrdersTable orders={orders} />
				) : (
					<ul className="folds">
						{orders.map((order) => (
							<OrderCard key={order.id} order={order} />
						))}
					</ul>
				)}
			</ListFrame>
			<Pager
				page={page}
				count={list.page.count}
				pageSize={pageSize}
				what="órdenes"
				onPage={(pagina) => change({ pagina: pagina === 1 ? '' : pagina })}
			/>
			<CsvLinks
				files={[
					{ file: 'ordenes.csv', label: 'Órdenes' },
					{ file: 'lineas.csv', label: 'Líneas' },
					{ file: 'pagos.csv', label: 'Pagos' },
				]}
				filter={orderFilterIn(query)}
			/>
		</section>
	)
}
