import { useQuery } from '@tanstack/react-query'
import type { OrderDetail } from '#contract/staff/order-detail.ts'
import { askApi } from '#web/query-client.tsx'
import { orderKind } from '#web/staff/row-kinds.ts'

/** What is under way in the background ends by itself, so the page looks again until it has. */
const lookAgainMs = 3000

function isUnderWay(order: OrderDetail | undefined): boolean {
	if (!order) return false
	const { devoluciones, correos } = order
	return devoluciones.some(({ estado }) => estado === 'pedida') || correos.some(({ enviado_at }) => enviado_at === null)
}

/** The whole story of one order. */
export function useOrder(id: string) {
	return useQuery({
		queryKey: ['panel', orderKind.name, 'detalle', id],
		queryFn: () => askApi<OrderDetail>(orderKind.path(id), { auth: true }),
		staleTime: 0,
		refetchInterval: ({ state }) => (isUnderWay(state.data) ? lookAgainMs : false),
	})
}
