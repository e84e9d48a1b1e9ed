import { addressOf } from '#core/contract/endpoint.ts'
import { metodosPago } from '#core/rules/payment-methods.ts'
import { Chips, ChoiceField, DayFields, FilterBox } from '#core/web/list/filters.tsx'
import { ListPage } from '#core/web/list/list-page.tsx'
import { type CardShape, Clipped, Facts, type TableShape, twoLines } from '#core/web/list/list-rows.tsx'
import { useListPage } from '#core/web/list/staff-list.tsx'
import { PanelLink, PanelSection, usePanelAddress, without } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { Field } from '#core/web/ui/fields.tsx'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { Money } from '#core/web/ui/parts.tsx'
import { Slot } from '#core/web/ui/screen-parts.tsx'
import {
	filterChoices,
	listSearches,
	type OrderView,
	orderBadges,
	orderNotes,
	orderViews,
} from '#modules/lists/web/order-list.ts'
import { estados, estadoText } from '#modules/orders/estado.ts'
import { exportOrders, listOrders } from '#modules/orders/staff/endpoints.ts'
import type { OrderFilter, StaffOrder } from '#modules/orders/staff/shapes.ts'
import { OrderEdit, OrderEdits } from '#modules/orders/staff/web/order-edits.tsx'
import {
	EstadoBadge,
	GivenBack,
	MoneyBadge,
	metodoText,
	OrderHead,
	ViewOrder,
} from '#modules/orders/staff/web/order-parts.tsx'
import { wholeOrder } from '#modules/orders/web/own-order.ts'
import { ProofLinks } from '#modules/orders/web/proof-links.tsx'

const files = [
	['Órdenes', 'ordenes.csv'],
	['Líneas', 'lineas.csv'],
	['Pagos', 'pagos.csv'],
] as const

const plainSearch = { param: 'nro_orden', label: 'Número de orden', placeholder: 'Número, nombre o correo' }

/** The shop's orders: searched, filtered, and edited in their rows. */
export default function OrdersSection() {
	const { text, texts, change } = usePanelAddress()
	const filter = texts(chosen)
	const list = useListPage('orden', (page) =>
		requestTo(listOrders, { query: { ...filter, orden: text('por'), ...page } }),
	)
	return (
		<PanelSection>
			<Chips
				options={views.map(({ name }) => [name, name] as const)}
				value={viewOf(text, chosen)}
				onChoose={(view) => change({ ...without(chosen), ...views.find(({ name }) => name === view)?.filter })}
			/>
			<ListPage
				list={{ ...list, rows: list.rows.map(wholeOrder) }}
				rowKey="id"
				what="órdenes"
				search={listSearches.length === 0 ? plainSearch : undefined}
				tools={
					<>
						<Slot parts={listSearches} props={{}} />
						<OrderFilters />
					</>
				}
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

const sortings = [
	['', 'Más recientes'],
	['antigua', 'Más antiguas'],
	['total_mayor', 'Mayor total'],
	['total_menor', 'Menor total'],
] as const

const filters = [
	'estado',
	'metodo_pago',
	'desde',
	'hasta',
	'user',
	'pago',
	'atencion',
	'pago_en_linea',
	...filterChoices.map(({ param }) => param),
] satisfies readonly (keyof OrderFilter)[]

/** Search and filters, for the list and its files. */
export const chosen = ['nro_orden', ...filters]

/** Search, filters and order. */
const clears = [...chosen, 'por']

/** The views that staff need daily. */
const views: readonly OrderView[] = [
	{ name: 'Todas', filter: {} },
	{ name: 'Por confirmar', filter: { estado: 'en_revision' } },
	...orderViews,
	{ name: 'Por devolver', filter: { atencion: 'falta_devolver' } },
	{ name: 'Sin pagar', filter: { estado: 'pendiente' } },
]

/** Returns the name of the view whose filters are exactly those set in the address; empty for any other filter. */
export function viewOf(text: (param: string) => string, params: readonly string[]): string {
	const isShown = ({ filter }: OrderView) =>
		params.every((param) => text(param) === (Object.entries(filter).find(([name]) => name === param)?.[1] ?? ''))
	return views.find(isShown)?.name ?? ''
}

/** Finds a payment by card; counts with Enter or when the field is left. */
function PaymentField() {
	const { text, change } = usePanelAddress()
	const pago = text('pago')
	const choose = (typed: string) => typed.trim() !== pago && change({ pago: typed.trim() })
	return (
		<Field
			key={pago}
			label="Tarjeta o autorización"
			placeholder="4 dígitos o código"
			maxLength={20}
			autoComplete="off"
			defaultValue={pago}
			onKeyDown={(event) => event.key === 'Enter' && choose(event.currentTarget.value)}
			onBlur={(event) => choose(event.currentTarget.value)}
		/>
	)
}

const all = ['', 'Todos'] as const
const choices = {
	estado: [all, ...estados.map((estado) => [estado, estadoText(estado)] as const)],
	metodo_pago: [all, ...metodosPago.map((metodo) => [metodo, metodoText(metodo)] as const)],
	pago_en_linea: [all, ['sin_terminar', 'Sin terminar']],
} as const

/** The filters and the order of the list. */
function OrderFilters() {
	const user = usePanelAddress().text('user')
	return (
		<FilterBox
			filters={filters}
			clears={clears}
			single={user === '' ? undefined : { param: 'user', label: `Usuario ID ${user}` }}
		>
			<ChoiceField param="estado" label="Estado" options={choices.estado} />
			<ChoiceField param="metodo_pago" label="Método" options={choices.metodo_pago} />
			<ChoiceField param="pago_en_linea" label="Pago en línea" options={choices.pago_en_linea} />
			{filterChoices.map((choice) => (
				<ChoiceField key={choice.param} {...choice} />
			))}
			<DayFields />
			<PaymentField />
			<ChoiceField param="por" label="Ordenar por" options={sortings} />
		</FilterBox>
	)
}

const ordersTable: TableShape<StaffOrder> = {
	title: 'Órdenes',
	className: 'orders-table',
	columns: [
		{
			head: 'Nro Orden',
			className: 'column-order',
			isRowHeader: true,
			cell: (order) => (
				<PanelLink to={{ orden: order.id }} className="staff-open">
					<span className="link strong digits">{order.nro_orden}</span>
					<span className="staff-sub">{formatMoment(order.created_at)}</span>
				</PanelLink>
			),
		},
		{
			head: 'Total',
			className: 'column-total staff-number',
			cell: (order) =>
				twoLines(<OrderEdit order={order} field="total" isBare />, <GivenBack order={order} className="staff-sub" />),
		},
		{
			head: 'Método',
			className: 'column-method',
			cell: (order) => <OrderEdit order={order} field="metodo_pago" isBare />,
		},
		{
			head: 'Estado',
			className: 'column-estado',
			cell: (order) => (
				<>
					<OrderEdit order={order} field="estado" isBare />
					<MoneyBadge order={order} />
					<Slot parts={orderBadges} props={{ order }} />
				</>
			),
		},
		{
			head: 'Usuario ID',
			cell: (order) =>
				twoLines(
					<span className="digits">{order.user ?? '-'}</span>,
					<Clipped text={order.nombre || order.email} title={order.email} />,
				),
		},
		{ head: 'Comprobantes', cell: (order) => <ProofLinks order={order} /> },
	],
}

/** Number, state and amount; opened, everything that can be changed. */
function orderCard(order: StaffOrder): CardShape {
	const side = (
		<span className="at-end">
			<Money amount={order.total} className="strong" /> <MoneyBadge order={order} />
		</span>
	)
	const note = [...orderNotes.map((noteOf) => noteOf(order)), formatMoment(order.created_at)]
		.filter(Boolean)
		.join(' · ')
	const head = <OrderHead order={order} badge={<EstadoBadge estado={order.estado} />} note={note} side={side} />
	const facts = [
		[
			'Usuario ID',
			<span key="id" className="digits">
				{order.user ?? '-'}
			</span>,
		],
		['Cliente', order.nombre || order.email],
		['Comprobantes', order.comprobantes_descarga.length > 0 && <ProofLinks order={order} />],
	] as const
	const body = (
		<>
			<OrderEdits order={order} />
			<Facts facts={facts} />
			<ViewOrder {...order} />
		</>
	)
	return { head, body }
}
