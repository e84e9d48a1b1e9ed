import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { z } from 'zod'
import type { trackOrderAnswer } from '#contract/orders/track-order.ts'
import { customerEstado } from '#domain/orders/estado.ts'
import { OrderDetail } from '#web/accounts/order-detail.tsx'
import { askApi, withQueries } from '#web/query-client.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import '#web/accounts/accounts.css'

type TrackedOrder = z.infer<typeof trackOrderAnswer>

function Lost() {
	return (
		<div role="alert">
			<h1>Este enlace ya no es válido</h1>
			<p className="text-muted mt-3">Ábrelo desde el último correo de tu pedido, o mira tus órdenes en tu perfil.</p>
			<LinkButton to="/perfil?tab=ordenes" className="mt-6">
				Ver mis órdenes
			</LinkButton>
		</div>
	)
}

/** An order's own page, opened by the signed link of its mails: no account is asked for. */
function TrackingScreen() {
	const { token = '' } = useParams()
	const { data: order, isError } = useQuery({
		queryKey: ['seguimiento', token],
		queryFn: () => askApi<TrackedOrder>(`/api/orden/${encodeURIComponent(token)}/`),
	})
	return (
		<div className="page page-narrow">
			{isError && <Lost />}
			{!isError && !order && <Skeleton className="mt-6 h-64 w-full" label="Buscando tu pedido…" />}
			{order && (
				<>
					<h1>Pedido N° {order.nro_orden}</h1>
					<p className="text-muted mt-2">{customerEstado(order.estado).label}</p>
					<OrderDetail order={order} token={token} />
				</>
			)}
		</div>
	)
}

export default withQueries(TrackingScreen)
