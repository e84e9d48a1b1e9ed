import { useInfiniteQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { fetchFrom, profileKey } from '#core/web/session/query-client.tsx'
import { Button, LinkButton } from '#core/web/ui/buttons.tsx'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { Icon } from '#core/web/ui/parts.tsx'
import { Alert, EmptyState } from '#core/web/ui/screen-parts.tsx'
import { listOwnOrders } from '#modules/orders/endpoints.ts'
import { profileOrdersPage } from '#modules/orders/profile-page.ts'
import type { ProfileOrder } from '#modules/orders/shapes.ts'
import { EstadoBadge, OwnOrderDetail } from '#modules/orders/web/order-detail.tsx'
import { Thumb } from '#modules/orders/web/order-lines.tsx'
import { wholeOrder } from '#modules/orders/web/own-order.ts'
import '#modules/orders/web/own-orders.css'

function OrderCard({ order, isOpen, onToggle }: { order: ProfileOrder; isOpen: boolean; onToggle: () => void }) {
	const id = useId()
	const [first, ...others] = order.carrito
	return (
		<li className="order">
			<h3>
				<button type="button" className="order-head" aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
					<span className="order-bottles" aria-hidden="true">
						<Thumb imagen={first?.imagen ?? ''} />
						{others.length > 0 && <span className="order-more digits">{`+${others.length}`}</span>}
					</span>
					<span>
						<span className="order-label">Nro Orden</span>
						<span className="strong digits">{order.nro_orden}</span>
					</span>
					<span>
						<span className="order-label">Fecha</span>
						<span>{formatMoment(order.created_at)}</span>
					</span>
					<span>
						<span className="order-label">Estado</span>
						<EstadoBadge estado={order.estado} />
					</span>
					<span>
						<span className="order-label">Total</span>
						<span className="digits">{formatClp(order.total)}</span>
					</span>
					<Icon name="down" className="turn" />
				</button>
			</h3>
			<div id={id} hidden={!isOpen}>
				{isOpen && <OwnOrderDetail order={order} />}
			</div>
		</li>
	)
}

/** The customer's orders, newest first, one expanded at a time. */
export function OrdersTab({ orders, total }: { orders: readonly ProfileOrder[]; total: number }) {
	const [open, setOpen] = useState<string>()
	// The pages after the first, reloaded together with the profile.
	const [isAsked, setAsked] = useState(false)
	const query = useInfiniteQuery({
		queryKey: [...profileKey, 'ordenes'],
		queryFn: ({ pageParam }) => fetchFrom(listOwnOrders, { query: { page: pageParam } }),
		initialPageParam: 2,
		getNextPageParam: (last, pages) =>
			(pages.length + 1) * profileOrdersPage < last.ordenes_total ? pages.length + 2 : undefined,
		enabled: isAsked,
	})
	const older = query.data?.pages.flatMap(({ ordenes }) => ordenes) ?? []
	const hasMore = query.data ? query.hasNextPage : total > profileOrdersPage
	const more = () => {
		if (!isAsked) setAsked(true)
		else void (query.data ? query.fetchNextPage() : query.refetch())
	}
	// A new order shifts the pages, so a page may repeat a shown order.
	const shown = [...new Map([...orders, ...older].map((order) => [order.id, order])).values()]
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
					{shown.map(wholeOrder).map((order) => (
						<OrderCard
							key={order.id}
							order={order}
							isOpen={order.id === open}
							onToggle={() => setOpen(order.id === open ? undefined : order.id)}
						/>
					))}
				</ul>
			)}
			{query.isError && <Alert>No pudimos cargar más órdenes. Intenta nuevamente.</Alert>}
			{hasMore && (
				<Button look="outline" className="above-l" isBusy={query.isFetching} onClick={more}>
					Ver más órdenes
				</Button>
			)}
		</section>
	)
}
