import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type PageRows, readList } from '#core/web/list/read-list.ts'
import { usePanelAddress } from '#core/web/panel/panel-address.ts'
import { panelKey } from '#core/web/panel/panel-key.ts'
import type { ApiRequest } from '#core/web/session/api.ts'
import { fetchData } from '#core/web/session/query-client.tsx'

export const pageSize = 25

/** The key of every list of one kind, and of one list. */
export const listKey = (kind: string, ...more: readonly unknown[]) => [...panelKey, kind, 'lista', ...more] as const

/** A page of a list, and the state of its request. */
export interface StaffList<Row> extends PageRows<Row> {
	readonly isFirst: boolean
	readonly isBusy: boolean
	readonly isError: boolean
	readonly reload: () => void
}

/** The part of a list's query that names the page. */
interface PageInput {
	readonly page: number
	readonly page_size: number
}

interface Rows {
	readonly results: readonly unknown[]
}

interface Options {
	/** Milliseconds after which the list is read again by itself. */
	readonly refetchInterval?: number
}

/**
 * The page of a list that the address names. While another page loads, the previous one stays. A list that cannot be loaded is
 * written to the console and is empty. `answer` is the whole answer, with its fields beside the rows.
 */
export function useListPage<Answer extends Rows>(
	kind: string,
	requestOf: (page: PageInput) => ApiRequest<Answer>,
	options: Options = {},
): StaffList<Answer['results'][number]> & { readonly answer: Answer | undefined } {
	const request = requestOf({ page: usePanelAddress().page, page_size: pageSize })
	const { address } = request
	const { data, error, isError, isPending, isFetching, refetch } = useQuery({
		queryKey: listKey(kind, address),
		queryFn: async () => {
			const answer = await fetchData(request)
			return { ...readList<Answer['results'][number]>(answer), answer }
		},
		placeholderData: keepPreviousData,
		staleTime: 0,
		...options,
	})
	useEffect(() => {
		if (error) console.error('a list of the panel could not be loaded', address, error)
	}, [error, address])
	const { rows = [], count = 0 } = isError ? {} : (data ?? {})
	return {
		rows,
		count,
		answer: data?.answer,
		isFirst: isPending,
		isBusy: isFetching,
		isError,
		reload: () => void refetch(),
	}
}
