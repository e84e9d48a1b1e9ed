import { type ReactNode, useEffect, useRef } from 'react'
import { announce } from '#web/staff/announcer.tsx'
import { ListFrame } from '#web/staff/list/list-frame.tsx'
import { Pager, pageInstead } from '#web/staff/list/pager.tsx'
import { pageSize, type StaffList } from '#web/staff/list/use-staff-list.ts'
import { usePanelAddress } from '#web/staff/panel-address.ts'

interface PagedListProps<Row> {
	readonly list: StaffList<Row>
	/** What the rows are, in the plural. */
	readonly what: string
	/** What to say when nothing is found. */
	readonly emptyText: string
	/** Takes back what was searched for; left out when nothing was. */
	readonly onShowAll?: (() => void) | undefined
	readonly children: (rows: readonly Row[]) => ReactNode
}

/** A list with its states and its pages; which page, stands in the address. */
export function PagedList<Row>({ list, what, emptyText, onShowAll, children }: PagedListProps<Row>) {
	const { page, change } = usePanelAddress()
	const top = useRef<HTMLDivElement>(null)
	const { rows, count } = list.page
	const isBeyond = rows.length === 0 && page > 1 && !list.isFirst && !list.isError
	// Until the page before it is there, nobody knows of an empty list.
	const isFirst = list.isFirst || isBeyond || (rows.length === 0 && count > 0 && list.isBusy)
	const isToLeave = isBeyond && !list.isBusy
	useEffect(() => {
		if (!isToLeave) return
		const pagina = pageInstead(page, count, pageSize)
		change({ pagina: pagina === 1 ? '' : pagina })
	}, [isToLeave, page, count, change])

	/** The next page is read from its first row, as one that is opened anew. */
	function turnTo(pagina: number): void {
		change({ pagina: pagina === 1 ? '' : pagina })
		top.current?.focus({ preventScroll: true })
		top.current?.scrollIntoView({ block: 'start' })
		announce(`Página ${pagina} de ${what}`)
	}
	/** The button goes with the search that it takes back; reading goes on in the list. */
	function showAll(): void {
		top.current?.focus({ preventScroll: true })
		onShowAll?.()
	}
	const empty = (
		<>
			<span>{emptyText}</span>
			{onShowAll && (
				<button type="button" className="link staff-show-all" onClick={showAll}>
					Ver todo
				</button>
			)}
		</>
	)
	return (
		<>
			<div ref={top} tabIndex={-1} className="staff-list-top">
				<ListFrame {...list} isFirst={isFirst} isEmpty={rows.length === 0} emptyText={empty} onReload={list.reload}>
					{children(rows)}
				</ListFrame>
			</div>
			{/* Of a list that could not be loaded nobody knows how many rows it has. */}
			{!list.isError && <Pager page={page} count={count} pageSize={pageSize} what={what} onPage={turnTo} />}
		</>
	)
}

interface RowsProps<Row> {
	readonly rows: readonly Row[]
	readonly isWide: boolean
	/** All rows as a table, for a desk. */
	readonly table: (rows: readonly Row[]) => ReactNode
	/** One row as a card that folds, for a phone. */
	readonly card: (row: Row) => ReactNode
}

/** Rows as a table or, where there is no room for one, as cards. */
export function TableOrCards<Row>({ rows, isWide, table, card }: RowsProps<Row>) {
	return isWide ? table(rows) : <ul className="folds">{rows.map(card)}</ul>
}
