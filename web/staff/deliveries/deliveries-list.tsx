import { addressOf } from '#contract/endpoint.ts'
import { exportDeliveries } from '#contract/staff/export-endpoints.ts'
import { listDeliveries } from '#contract/staff/round-endpoints.ts'
import { requestTo } from '#web/session/api.ts'
import { DeliveryFilters, deliveryFilterIn, noFilter } from '#web/staff/deliveries/delivery-filters.tsx'
import { DeliveriesTable, DeliveryCard } from '#web/staff/deliveries/delivery-rows.tsx'
import { CsvLinks } from '#web/staff/list/csv-links.tsx'
import { PagedList, TableOrCards } from '#web/staff/list/paged-list.tsx'
import { pageSize, useListPage } from '#web/staff/list/use-staff-list.ts'
import { useWide } from '#web/staff/list/use-wide.ts'
import { usePanelAddress } from '#web/staff/panel-address.ts'

/** All delivery attempts, newest first. */
export function DeliveriesList() {
	const { text, page, change } = usePanelAddress()
	const isWide = useWide()
	const filter = deliveryFilterIn(text)
	const list = useListPage('entregas', requestTo(listDeliveries, { query: { ...filter, page, page_size: pageSize } }))
	const isFiltered = Object.values(filter).some((value) => value !== '')
	return (
		<>
			<div className="staff-tools">
				<DeliveryFilters key={String(isWide)} isWide={isWide} />
			</div>
			<PagedList
				list={list}
				what="entregas"
				emptyText={isFiltered ? 'No hay entregas con esta búsqueda.' : 'Aún no hay entregas que mostrar.'}
				onShowAll={isFiltered ? () => change(noFilter) : undefined}
			>
				{(deliveries) => (
					<TableOrCards
						rows={deliveries}
						isWide={isWide}
						table={(rows) => <DeliveriesTable deliveries={rows} />}
						card={(delivery) => <DeliveryCard key={delivery.id} delivery={delivery} />}
					/>
				)}
			</PagedList>
			<CsvLinks files={[{ label: 'Entregas', address: addressOf(exportDeliveries, { query: filter }) }]} />
		</>
	)
}
