import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { isRecord } from '#core/rules/values.ts'
import { PartLoading, panelKey, usePanelAddress } from '#core/web/panel/panel-parts.tsx'
import type { ApiRequest } from '#core/web/session/api.ts'
import { fetchData } from '#core/web/session/query-client.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'

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

/** The rows of a page, and the number of all rows of the list. */
export interface PageRows<Row> {
	readonly rows: readonly Row[]
	readonly count: number
}

const wrappings = ['results', 'items', 'users', 'data'] as const

/**
 * Reads a list as it comes: bare, or wrapped in `results`, `items`, `users` or `data`. Throws a TypeError when there is none,
 * so that it counts as a list that could not be loaded.
 */
export function readList<Row>(answer: unknown): PageRows<Row> {
	if (Array.isArray(answer)) return { rows: answer, count: answer.length }
	if (isRecord(answer)) {
		for (const name of wrappings) {
			const rows = answer[name]
			if (!Array.isArray(rows)) continue
			return { rows, count: typeof answer.count === 'number' ? answer.count : rows.length }
		}
	}
	throw new TypeError('the answer holds no list')
}

interface ListFrameProps {
	readonly isFirst: boolean
	readonly isBusy: boolean
	readonly isError: boolean
	readonly isEmpty: boolean
	/** What to say when nothing is found. */
	readonly emptyText: ReactNode
	readonly onReload: () => void
	readonly children: ReactNode
}

/** The place of a list: the same words for every list that loads, is empty or could not be loaded. */
export function ListFrame({ isFirst, isBusy, isError, isEmpty, emptyText, onReload, children }: ListFrameProps) {
	if (isFirst) return <PartLoading />
	if (isError) {
		return (
			<Alert>
				No pudimos cargar esta lista.{' '}
				<button type="button" className="link" onClick={onReload}>
					Reintentar
				</button>
			</Alert>
		)
	}
	return (
		<div aria-busy={isBusy} className="staff-list">
			{isEmpty ? <div className="staff-waiting">{emptyText}</div> : children}
		</div>
	)
}
