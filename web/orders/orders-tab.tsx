import { useId, useState } from 'react'
import type { ProfileOrder } from '#contract/orders/own-order.ts'
import { EstadoBadge } from '#web/orders/estado-badge.tsx'
import { OwnOrderDetail } from '#web/orders/order-detail.tsx'
import { readOwnOrder } from '#web/orders/read-order.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formatMoment } from '#web/ui/format-date.ts'
import { Icon } from '#web/ui/icon.tsx'
import '#web/orders/own-orders.css'

function OrderCard({ order, isOpen, onToggle }: { order: ProfileOrder; isOpen: boolean; onToggle: () => void }) {
	const id = useId()
	return (
		<li className="order">
			<h3>
				<button type="button" className="order-head" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
					<span>
						<span className="order-label">Nro Orden</span>
						<span className="font-semibold tabular-nums">{order.nro_orden}</span>
					</span>
					<span>
						<span className="order-label">Fecha</span>
						<span>{formatMoment(order.created_at)}</span>
					</span>
					<span>
						<span className="order-label">Estado</span>
						<EstadoBadge estado={order.estado} />
					</span>
					<Icon name="down" className="order-turn" />
				</button>
			</h3>
			<div id={id} hidden={!isOpen}>
				{isOpen && <OwnOrderDetail order={order} />}
			</div>
		</li>
	)
}

/** The customer's orders, newest first as they come, one of them open at a time. */
export function OrdersTab({ orders }: { orders: readonly ProfileOrder[] }) {
	const [open, setOpen] = useState<string>()
	return (
		<section aria-labelledby="tus-ordenes">
			<div className="own-head">
				<h2 id="tus-ordenes" className="title-m">
					Órdenes del Usuario
				</h2>
			</div>
			{orders.length === 0 ? (
				<EmptyState title="No hay órdenes registradas." action={<LinkButton to="/">Ver el shaker</LinkButton>}>
					Cuando compres, aquí sigues cada pedido.
				</EmptyState>
			) : (
				<ul className="orders">
					{orders.map(readOwnOrder).map((order) => (
						<OrderCard
							key={order.id}
							order={order}
							isOpen={order.id === open}
							onToggle={() => setOpen(order.id === open ? undefined : order.id)}
						/>
					))}
				</ul>
			)}
		</section>
	)
}
