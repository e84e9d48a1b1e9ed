import { useQuery } from '@tanstack/react-query'
import { detailKey } from '#core/web/panel/panel-key.ts'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { readOrder } from '#modules/staff-orders/endpoints.ts'
import { refetchInterval } from '#modules/staff-orders/web/order/refetch-interval.ts'
import { orderKind } from '#modules/staff-orders/web/order-kind.ts'

/** The whole story of one order. What is under way in the background shows its end by itself. */
export function useOrder(id: string) {
	return useQuery({
		queryKey: detailKey(orderKind.name, id),
		queryFn: () => fetchFrom(readOrder, { params: { id } }),
		staleTime: 0,
		refetchInterval: ({ state }) => refetchInterval(state.data, Date.now()),
	})
}
