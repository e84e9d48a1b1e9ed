import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Chips } from '#core/web/list/chips.tsx'
import { type CsvFile, CsvLinks } from '#core/web/list/csv-links.tsx'
import { ListFrame } from '#core/web/list/list-frame.tsx'
import { ListRows, type RowShape } from '#core/web/list/list-rows.tsx'
import { Pager, pageInstead } from '#core/web/list/pager.tsx'
import { SearchForm } from '#core/web/list/search-form.tsx'
import { pageSize, type StaffList } from '#core/web/list/use-staff-list.ts'
import { announce } from '#core/web/panel/announcer.tsx'
import { usePanelAddress, without } from '#core/web/panel/panel-address.ts'

/** `param`: the parameter of the address that holds the search or the choice. */
interface ListPageParts<Row> {
	readonly list: StaffList<Row>
	/** The field whose value differs in every row. */
	readonly rowKey: keyof Row
	/** The rows' name, in the plural. */
	readonly what: string
	readonly search?: { readonly param: string; readonly label: string; readonly placeholder: string }
	readonly chips?: { readonly param: string; readonly options: readonly (readonly [value: string, text: string])[] }
	/** Filters and actions beside the search. */
	readonly tools?: ReactNode
	/** Parameters of search and filters, which 'Ver todo' removes. */
	readonly clears?: readonly string[]
	readonly empty: string
	/** Text of an empty list while it is searched or filtered; `empty` by default. */
	readonly emptyFiltered?: string
	/** Every row is in the one answer: there are no pages, and an empty list has no files. */
	readonly isWhole?: boolean
	readonly exports?: readonly CsvFile[]
}

type ListPageProps<Row> = ListPageParts<Row> & RowShape<Row>

/** Leaves a page without rows for the last one that has some. Returns whether rows are still to come. */
function useLastPage({ rows, count, isFirst, isBusy, isError }: StaffList<unknown>, isWhole: boolean): boolean {
	const { page, change } = usePanelAddress()
	const isEmpty = rows.length === 0
	const isBeyond = !isWhole && isEmpty && page > 1 && !isFirst && !isError
	const isToLeave = isBeyond && !isBusy
	useEffect(() => {
		if (!isToLeave) return
		const pagina = pageInstead(page, count, pageSize)
		change({ pagina: pagina === 1 ? '' : pagina })
	}, [isToLeave, page, count, change])
	return isFirst || isBeyond || (isEmpty && count > 0 && isBusy)
}

function Tools<Row>({ search, tools, chips }: Pick<ListPageParts<Row>, 'search' | 'tools' | 'chips'>) {
	const { text, change } = usePanelAddress()
	return (
		<>
			{(search || tools) && (
				<div className="staff-tools">
					{search && (
						<SearchForm
							label={search.label}
							placeholder={search.placeholder}
							value={text(search.param)}
							onSearch={(typed) => change({ [search.param]: typed })}
						/>
					)}
					{tools}
				</div>
			)}
			{chips && (
				<Chips
					options={chips.options}
					value={text(chips.param)}
					onChoose={(value) => change({ [chips.param]: value })}
				/>
			)}
		</>
	)
}

interface EmptyProps extends Pick<ListPageParts<unknown>, 'clears' | 'empty' | 'emptyFiltered'> {
	readonly top: RefObject<HTMLElement | null>
}

function Empty({ clears = [], empty, emptyFiltered = empty, top }: EmptyProps) {
	const { text, change } = usePanelAddress()
	const isFiltered = clears.some((param) => text(param) !== '')
	/** The button disappears with the search that it removes, so the focus moves to the list. */
	function showAll(): void {
		top.current?.focus({ preventScroll: true })
		change(without(clears))
	}
	return (
		<>
			<span>{isFiltered ? emptyFiltered : empty}</span>
			{isFiltered && (
				<button type="button" className="link staff-show-all" onClick={showAll}>
					Ver todo
				</button>
			)}
		</>
	)
}

/** A list of the panel: search, filters, rows with their states, pages and files. The address holds what is chosen. */
export function ListPage<Row>(props: ListPageProps<Row>) {
	const { list, rowKey, what, isWhole = false, exports = [] } = props
	const { page, change } = usePanelAddress()
	const top = useRef<HTMLDivElement>(null)
	const isFirst = useLastPage(list, isWhole)
	const isEmpty = list.rows.length === 0
	/** The next page is read from its first row, like a newly opened one. */
	function turnTo(pagina: number): void {
		change({ pagina: pagina === 1 ? '' : pagina })
		top.current?.focus({ preventScroll: true })
		top.current?.scrollIntoView({ block: 'start' })
		announce(`Página ${pagina} de ${what}`)
	}
	return (
		<>
			<Tools {...props} />
			<div ref={top} tabIndex={-1} className="staff-list-top">
				<ListFrame
					{...list}
					isFirst={isFirst}
					isEmpty={isEmpty}
					emptyText={<Empty {...props} top={top} />}
					onReload={list.reload}
				>
					<ListRows rows={list.rows} keyOf={(row) => String(row[rowKey])} shape={props} />
				</ListFrame>
			</div>
			{/* The number of rows of a list that could not be loaded is unknown. */}
			{!list.isError && !isWhole && (
				<Pager page={page} count={list.count} pageSize={pageSize} what={what} onPage={turnTo} />
			)}
			{exports.length > 0 && !(isWhole && isEmpty) && <CsvLinks files={exports} />}
		</>
	)
}
