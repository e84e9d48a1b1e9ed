import { useQuery } from '@tanstack/react-query'
import { readFirstDay } from '#contract/staff/first-day-endpoints.ts'
import { fetchFrom } from '#web/session/query-client.tsx'
import { panelKey } from '#web/staff/panel-key.ts'

/** Reads the checklist before the first sale. `refetchMs`: refetch interval, for steps that complete later. */
export function useFirstDay({ refetchMs }: { refetchMs?: number } = {}) {
	return useQuery({
		queryKey: [...panelKey, 'primer_dia'],
		queryFn: () => fetchFrom(readFirstDay),
		refetchInterval: (query) => (query.state.data?.faltan === 0 ? false : (refetchMs ?? false)),
	})
}
