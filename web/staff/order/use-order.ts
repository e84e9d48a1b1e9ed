import { useQuery } from '@tanstack/react-query'
import type { OrderDetail } from '#contract/staff/order-detail.ts'
import { askApi } from '#web/session/query-client.tsx'
import { lookAgainAfter } from '#web/staff/order/look-again.ts'
import { detailKey } from '#web/staff/panel-key.ts'
import { orderKind } from '#web/staff/row-kinds.ts'

/** The whole story of one order. What is under way in the background shows its end by itself. */
export function useOrder(id: string) {
	return useQuery({
		queryKey: detailKey(orderKind.name, id),
		queryFn: () => askApi<OrderDetail>(orderKind.path(id), { auth: true }),
		staleTime: 0,
		refetchInterval: ({ state }) => lookAgainAfter(state.data, Date.now()),
	})
}
