import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { StaffOrder } from '#contract/staff/orders.ts'
import { isRecord } from '#domain/is-record.ts'
import { formatClp } from '#domain/money.ts'
import { estadoBadge, estados, estadoText } from '#domain/orders/estado.ts'
import { ProofLinks } from '#web/orders/proof-links.tsx'
import { DeliveryBadge } from '#web/staff/deliveries/delivery-badges.tsx'
import { NumberEdit, SelectEdit } from '#web/staff/edit/edit-fields.tsx'
import { offerUndo } from '#web/staff/order/offer-undo.ts'
import { GivenBack, MoneyBadge } from '#web/staff/orders/money-badge.tsx'
import { estadoTone, metodoChoices, metodoText } from '#web/staff/orders/order-fields.ts'
import { usePanelAddress } from '#web/staff/panel-address.ts'
import { orderKind } from '#web/staff/row-kinds.ts'
import { formatMoment } from '#web/ui/format-date.ts'

/** The three fields of an order that staff change. */
export function OrderFields({ order, isBare = false }: { order: StaffOrder; isBare?: boolean }) {
	const client = useQueryClient()
	const onSaved = (row: unknown) => isRecord(row) && offerUndo(client, { ...order, ...row })
	const common = { kind: orderKind, row: order, of: `orden ${order.nro_orden}`, isBare, onSaved }
	const total = <NumberEdit {...common} field="total" label="Total" format={formatClp} />
	const metodo = (
		<SelectEdit {...common} field="metodo_pago" label="Método" options={metodoChoices} textOf={metodoText} />
	)
	const estado = (
		<SelectEdit
			{...common}
			field="estado"
			label="Estado"
			options={estados}
			textOf={estadoText}
			tone={`tone-${estadoTone(order.estado)} ${estadoBadge(order.estado)}`}
		/>
	)
	if (!isBare) return [total, metodo, estado].map((field) => <div key={field.props.field}>{field}</div>)
	return (
		<>
			<td>
				{total}
				<GivenBack order={order} className="staff-sub" />
			</td>
			<td>{metodo}</td>
			<td>
				{estado}
				<MoneyBadge order={order} />
				{order.entrega && <DeliveryBadge estado={order.entrega} />}
			</td>
		</>
	)
}

/** The orders of a page as a table, each editable in its row. */
export function OrdersTable({ orders }: { orders: readonly StaffOrder[] }) {
	const { linkWith } = usePanelAddress()
	return (
		<div className="staff-scroll">
			<table className="staff-table orders-table">
				<caption className="visually-hidden">Órdenes</caption>
				<thead>
					<tr>
						<th scope="col" className="column-order">
							Nro Orden
						</th>
						<th scope="col" className="column-total staff-number">
							Total
						</th>
						<th scope="col" className="column-method">
							Método
						</th>
						<th scope="col" className="column-estado">
							Estado
						</th>
						<th scope="col">Usuario ID</th>
						<th scope="col">Comprobantes</th>
					</tr>
				</thead>
				<tbody>
					{orders.map((order) => (
						<tr key={order.id}>
							<th scope="row">
								<Link to={linkWith({ orden: order.id })} className="staff-open">
									<span className="link strong digits">{order.nro_orden}</span>
									<span className="staff-sub">{formatMoment(order.created_at)}</span>
								</Link>
							</th>
							<OrderFields order={order} isBare />
							<td>
								<span className="digits">{order.user ?? '-'}</span>
								<span className="staff-sub staff-clip one-line" title={order.email}>
									{order.nombre || order.email}
								</span>
							</td>
							<td>
								<ProofLinks order={order} />
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</div>
	)
}
