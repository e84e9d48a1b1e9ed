import { useQuery } from '@tanstack/react-query'
import { readOrder } from '#contract/staff/order-endpoints.ts'
import { fetchFrom } from '#web/session/query-client.tsx'
import { refetchInterval } from '#web/staff/order/refetch-interval.ts'
import { detailKey } from '#web/staff/panel-key.ts'
import { orderKind } from '#web/staff/row-kinds.ts'

/** The whole story of one order. What is under way in the background shows its end by itself. */
export function useOrder(id: string) {
	return useQuery({
		queryKey: detailKey(orderKind.name, id),
		queryFn: () => fetchFrom(readOrder, { params: { id } }),
		staleTime: 0,
		refetchInterval: ({ state }) => refetchInterval(state.data, Date.now()),
	})
}
