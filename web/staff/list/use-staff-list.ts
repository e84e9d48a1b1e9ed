import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ApiRequest } from '#web/session/api.ts'
import { fetchData } from '#web/session/query-client.tsx'
import { emptyPage, type ListPage, readList } from '#web/staff/list/read-list.ts'
import { panelKey } from '#web/staff/panel-key.ts'

export const pageSize = 25

/** The key of every list of one kind, and of one list. */
export const listKey = (kind: string, ...more: readonly unknown[]) => [...panelKey, kind, 'lista', ...more] as const

/** A page of a list, and how its loading stands. */
export interface StaffList<Row> {
	readonly page: ListPage<Row>
	readonly isFirst: boolean
	readonly isBusy: boolean
	readonly isError: boolean
	readonly reload: () => void
}

/**
 * One page of a list of the panel. While another page loads, the one before stays. A list that cannot be loaded is written to
 * the console and is empty.
 */
export function useListPage<Row>(
	kind: string,
	request: ApiRequest<{ readonly results: readonly Row[] }>,
): StaffList<Row> {
	const { address } = request
	const { data, error, isError, isPending, isFetching, refetch } = useQuery({
		queryKey: listKey(kind, address),
		queryFn: async () => readList<Row>(await fetchData(request)),
		placeholderData: keepPreviousData,
		staleTime: 0,
	})
	useEffect(() => {
		if (error) console.error('a list of the panel could not be loaded', address, error)
	}, [error, address])
	const page: ListPage<Row> = isError || !data ? emptyPage : data
	return { page, isFirst: isPending, isBusy: isFetching, isError, reload: () => void refetch() }
}
