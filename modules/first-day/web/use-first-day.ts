import { useQuery } from '@tanstack/react-query'
import { panelKey } from '#core/web/panel/panel-key.ts'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { readFirstDay } from '#modules/first-day/endpoints.ts'

/** Reads the checklist before the first sale. `refetchMs`: refetch interval, for steps that complete later. */
export function useFirstDay({ refetchMs }: { refetchMs?: number } = {}) {
	return useQuery({
		queryKey: [...panelKey, 'primer_dia'],
		queryFn: () => fetchFrom(readFirstDay),
		refetchInterval: (query) => (query.state.data?.faltan === 0 ? false : (refetchMs ?? false)),
	})
}
