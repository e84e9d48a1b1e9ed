import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { CallFailed, fetchFrom, withQueries } from '#core/web/session/query-client.tsx'
import { Button, LinkButton } from '#core/web/ui/buttons.tsx'
import { Skeleton } from '#core/web/ui/parts.tsx'
import { trackingIntervals } from '#modules/lists/web/own-order.ts'
import { trackOrder } from '#modules/orders/endpoints.ts'
import { EstadoBadge, OwnOrderDetail } from '#modules/orders/web/order-detail.tsx'
import { trackingKey, wholeOrder } from '#modules/orders/web/own-order.ts'

/** Page of an order by its signed link, without an account. */
function TrackingScreen() {
	const { token = '' } = useParams()
	const {
		data: order,
		error,
		refetch,
	} = useQuery({
		queryKey: [...trackingKey, token],
		queryFn: async () => wholeOrder(await fetchFrom(trackOrder, { params: { token } })),
		// As in the profile: the order changes while its page is open.
		staleTime: 0,
		refetchOnWindowFocus: true,
		refetchInterval: ({ state: { data } }) => (data && trackingIntervals.flatMap((of) => of(data) ?? [])[0]) ?? false,
	})
	// A refused link is final; a failed request can be retried.
	const isRefused = error instanceof CallFailed && [403, 404].includes(error.refusal.status)
	return (
		<div className="page page-narrow">
			{!order && isRefused && (
				<div role="alert">
					<h1 className="title-l">Este enlace ya no es válido</h1>
					<p className="muted above-s">Ábrelo desde el último correo de tu pedido, o mira tus órdenes en tu perfil.</p>
					<LinkButton to="/perfil?tab=ordenes" className="above-l">
						Ver mis órdenes
					</LinkButton>
				</div>
			)}
			{!order && error && !isRefused && (
				<div role="alert">
					<h1 className="title-l">No pudimos cargar tu pedido</h1>
					<p className="muted above-s below-l">Tu enlace sigue sirviendo. Prueba de nuevo en un momento.</p>
					<Button onClick={() => void refetch()}>Reintentar</Button>
				</div>
			)}
			{!order && !error && <Skeleton size="page" className="above-l" label="Buscando tu pedido…" />}
			{order && (
				<>
					<h1 className="title-l">{`Orden N° ${order.nro_orden}`}</h1>
					<p className="above-s below-l">
						<EstadoBadge estado={order.estado} />
					</p>
					<OwnOrderDetail order={order} token={token} />
				</>
			)}
		</div>
	)
}

export default withQueries(TrackingScreen)
