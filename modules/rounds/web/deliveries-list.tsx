import { useQuery } from '@tanstack/react-query'
import { addressOf } from '#core/contract/endpoint.ts'
import { dayIn } from '#core/rules/times.ts'
import { ChoiceField, DayFields, FilterBox } from '#core/web/list/filters.tsx'
import { ListPage } from '#core/web/list/list-page.tsx'
import { type CardShape, Clipped, type Column, Facts, twoLines } from '#core/web/list/list-rows.tsx'
import { useListPage } from '#core/web/list/staff-list.tsx'
import { PanelLink, panelKey, usePanelAddress } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { formatDay, formatMoment } from '#core/web/ui/format-date.ts'
import { formatDireccion } from '#modules/delivery/delivery.ts'
import { OrderHead, ViewOrder } from '#modules/orders/staff/web/order-parts.tsx'
import { estadoEntregaText, estadosEntrega } from '#modules/rounds/delivery-state.ts'
import { exportDeliveries, listDeliveries } from '#modules/rounds/endpoints.ts'
import type { Delivery } from '#modules/rounds/order-shapes.ts'
import type { DeliveryFilter } from '#modules/rounds/shapes.ts'
import {
	cashText,
	DeliveryStateBadge,
	hoursText,
	outcomeText,
	Punctuality,
	visitTimeText,
	windowText,
} from '#modules/rounds/web/order-delivery.tsx'
import { listUsers } from '#modules/staff/endpoints.ts'

const addressText = ({ direccion }: Delivery) => formatDireccion(direccion) || 'Sin dirección'

const columns: readonly Column<Delivery>[] = [
	{
		head: 'Orden',
		isRowHeader: true,
		cell: (delivery) => (
			<PanelLink to={{ orden: delivery.orden_id }} className="staff-open">
				<span className="link strong digits">{delivery.nro_orden}</span>
			</PanelLink>
		),
	},
	{
		head: 'Cliente',
		cell: (delivery) =>
			twoLines(
				<span className="staff-clip one-line">{delivery.nombre || 'Sin nombre'}</span>,
				<Clipped text={addressText(delivery)} />,
			),
	},
	{
		head: 'Hora prometida',
		cell: (delivery) =>
			twoLines(<span className="digits">{hoursText(delivery)}</span>, formatDay(dayIn(new Date(delivery.desde)))),
	},
	{
		head: 'Estado',
		cell: (delivery) => (
			<span className="row tighter">
				<DeliveryStateBadge delivery={delivery} />
				<Punctuality delivery={delivery} />
			</span>
		),
	},
	{
		head: 'En la puerta',
		cell: (delivery) =>
			twoLines(<span className="digits">{visitTimeText(delivery)}</span>, <Clipped text={outcomeText(delivery)} />),
	},
	{ head: 'Cobrado', cell: (delivery) => <span className="digits">{cashText(delivery) || '-'}</span> },
	{
		head: 'Ronda',
		cell: (delivery) => (
			<PanelLink to={{ ronda: delivery.ronda_id }} className="staff-open">
				<span className="link">{`Ronda ${delivery.ronda}`}</span>
				<Clipped text={delivery.repartidor} />
			</PanelLink>
		),
	},
]

function card(delivery: Delivery): CardShape {
	const badge = <DeliveryStateBadge delivery={delivery} />
	const side = <Punctuality delivery={delivery} />
	const head = <OrderHead order={delivery} badge={badge} note={addressText(delivery)} side={side} />
	const facts = [
		['Hora prometida', windowText(delivery)],
		['En la puerta', delivery.hecha_at && formatMoment(delivery.hecha_at)],
		['Cómo terminó', outcomeText(delivery)],
		['Cobrado', cashText(delivery)],
		['Repartidor', delivery.repartidor],
	] as const
	const body = (
		<>
			<Facts facts={facts} />
			<div className="row tight">
				<ViewOrder id={delivery.orden_id} nro_orden={delivery.nro_orden} />
				<PanelLink to={{ ronda: delivery.ronda_id }} className="button button-outline">
					{`Ronda ${delivery.ronda}`}
				</PanelLink>
			</div>
		</>
	)
	return { head, body }
}

/** All delivery attempts, newest first. */
export function DeliveriesList() {
	const { texts } = usePanelAddress()
	const filter = texts(filters)
	const list = useListPage('entregas', (page) => requestTo(listDeliveries, { query: { ...filter, ...page } }))
	return (
		<ListPage
			list={list}
			rowKey="id"
			what="entregas"
			tools={<DeliveryFilters />}
			clears={filters}
			empty="Aún no hay entregas que mostrar."
			emptyFiltered="No hay entregas con esta búsqueda."
			table={{ title: 'Entregas', columns }}
			card={card}
			exports={[{ label: 'Entregas', address: addressOf(exportDeliveries, { query: filter }) }]}
		/>
	)
}

const filters = [
	'estado',
	'repartidor',
	'atrasada',
	'desde',
	'hasta',
] as const satisfies readonly (keyof DeliveryFilter)[]

function DeliveryFilters() {
	const { text } = usePanelAddress()
	const { data } = useQuery({
		queryKey: [...panelKey, 'repartidores'],
		queryFn: () => fetchFrom(listUsers, { query: { staff: 'true', page_size: 100 } }),
	})
	const chosen = text('repartidor')
	const couriers = (data?.results ?? []).map(({ id, email }) => [String(id), email] as const)
	// The one in the address may have no staff rights any more.
	const isMissing = chosen !== '' && couriers.every(([id]) => id !== chosen)
	if (isMissing) couriers.push([chosen, `Usuario ID ${chosen}`])
	const states = estadosEntrega.map((estado) => [estado, estadoEntregaText[estado]] as const)
	return (
		<FilterBox filters={filters} clears={filters}>
			<ChoiceField param="estado" label="Estado" options={[['', 'Todas'], ...states]} />
			<ChoiceField
				param="atrasada"
				label="Puntualidad"
				options={[
					['', 'Todas'],
					['1', 'Solo tarde'],
				]}
			/>
			<ChoiceField param="repartidor" label="Repartidor" options={[['', 'Todos'], ...couriers]} />
			<DayFields />
		</FilterBox>
	)
}
