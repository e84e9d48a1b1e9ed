import { type CardShape, Clipped, Facts, type TableShape, twoLines } from '#core/web/list/list-rows.tsx'
import { PanelLink } from '#core/web/panel/panel-parts.tsx'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { Money } from '#core/web/ui/parts.tsx'
import { Slot } from '#core/web/ui/screen-parts.tsx'
import { ProofLinks } from '#modules/orders/web/proof-links.tsx'
import { orderBadges, orderNotes } from '#modules/slots/order-list.ts'
import type { StaffOrder } from '#modules/staff-orders/shapes.ts'
import { OrderEdit, OrderEdits } from '#modules/staff-orders/web/order-edits.tsx'
import { EstadoBadge, GivenBack, MoneyBadge, OrderHead, ViewOrder } from '#modules/staff-orders/web/order-parts.tsx'

export const ordersTable: TableShape<StaffOrder> = {
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
export function orderCard(order: StaffOrder): CardShape {
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
