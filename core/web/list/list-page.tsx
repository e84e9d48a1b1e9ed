import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { maxEmailCharacters } from '#core/rules/person-data.ts'
import { type CsvFile, CsvLinks } from '#core/web/list/figures.tsx'
import { Chips } from '#core/web/list/filters.tsx'
import { ListRows, type RowShape } from '#core/web/list/list-rows.tsx'
import { ListFrame, pageSize, type StaffList } from '#core/web/list/staff-list.tsx'
import { announce, panelKey, usePanelAddress, without } from '#core/web/panel/panel-parts.tsx'
import { IconButton } from '#core/web/ui/buttons.tsx'
import type { Options } from '#core/web/ui/fields.tsx'
import { Icon } from '#core/web/ui/parts.tsx'

/** `param`: the parameter of the address that holds the search or the choice. */
interface ListPageParts<Row> {
	readonly list: StaffList<Row>
	/** The field whose value differs in every row. */
	readonly rowKey: keyof Row
	/** The rows' name, in the plural. */
	readonly what: string
	readonly search?: { readonly param: string; readonly label: string; readonly placeholder: string } | undefined
	readonly chips?: { readonly param: string; readonly options: Options }
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
		const pagina = pageInstead(page, count)
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
			{!list.isError && !isWhole && <Pager page={page} count={list.count} what={what} onPage={turnTo} />}
			{exports.length > 0 && !(isWhole && isEmpty) && <CsvLinks files={exports} />}
		</>
	)
}

interface SearchFormProps {
	readonly label: string
	readonly placeholder?: string
	/** What was searched last. */
	readonly value: string
	readonly onSearch: (text: string) => void
}

/** A search that starts with 'Buscar' or Enter. The field's own cross takes the search back. */
function SearchForm({ label, placeholder, value, onSearch }: SearchFormProps) {
	const client = useQueryClient()
	const id = useId()
	const input = useRef<HTMLInputElement>(null)
	const searched = useRef(value)
	useEffect(() => {
		// The field has the typed search already; only another one, as after clearing all filters, is written to it.
		if (input.current && searched.current !== value) input.current.value = value
		searched.current = value
	}, [value])
	function search(text: string): void {
		searched.current = text
		// The same address causes no new request.
		if (text === value) void client.invalidateQueries({ queryKey: panelKey })
		else onSearch(text)
	}
	function onSubmit(event: FormEvent): void {
		event.preventDefault()
		search(input.current?.value.trim() ?? '')
	}
	return (
		<search>
			<form className="staff-search" onSubmit={onSubmit}>
				<label htmlFor={id} className="visually-hidden">
					{label}
				</label>
				<input
					ref={input}
					id={id}
					type="search"
					name="buscar"
					autoComplete="off"
					maxLength={maxEmailCharacters}
					defaultValue={value}
					placeholder={placeholder ?? label}
					className="input"
					onInput={(event) => value !== '' && event.currentTarget.value === '' && search('')}
				/>
				<button type="submit" className="button button-outline">
					<Icon name="search" />
					Buscar
				</button>
			</form>
		</search>
	)
}

interface PagerProps {
	readonly page: number
	readonly count: number
	/** What the rows are, in the plural. */
	readonly what: string
	readonly onPage: (page: number) => void
}

const thousands = new Intl.NumberFormat('es-CL')

/**
 * The page to show instead of `page`, which holds no rows: the last that holds some. A page ends when its last row is settled,
 * and a link may name one that never was.
 */
export function pageInstead(page: number, count: number): number {
	// Counts may be older than the rows: one page back is nearer to the end in any case.
	return Math.max(1, Math.min(page - 1, Math.ceil(count / pageSize)))
}

/** Plurals in -es, which lose more than their s. */
const singulars: Readonly<Record<string, string>> = { órdenes: 'orden', cupones: 'cupón', solicitudes: 'solicitud' }

/** How many rows of them are shown: `1–25 de 60 órdenes`, `1 orden`. `what` is a plural; one in -es is in `singulars`. */
export function shownText(shown: { first: number; last: number; count: number; what: string }): string {
	const { first, last, count, what } = shown
	if (count === 1) return `1 ${singulars[what] ?? what.replace(/s$/, '')}`
	const [from, to, all] = [first, last, count].map((number) => thousands.format(number))
	return `${from}–${to} de ${all} ${what}`
}

/** How many rows there are, which of them are shown, and the ways to the others. */
function Pager({ page, count, what, onPage }: PagerProps) {
	const pages = Math.max(1, Math.ceil(count / pageSize))
	const first = Math.min(count, (page - 1) * pageSize + 1)
	const last = Math.min(count, page * pageSize)
	if (count === 0 && page === 1) return null
	return (
		<nav className="pager" aria-label={`Páginas de ${what}`}>
			<p className="muted small digits">{shownText({ first, last, count, what })}</p>
			{(pages > 1 || page > 1) && (
				<div className="pager-buttons">
					<IconButton icon="left" label="Página anterior" disabled={page <= 1} onClick={() => onPage(page - 1)} />
					<span className="small digits" aria-current="page">
						{`Página ${thousands.format(page)} de ${thousands.format(pages)}`}
					</span>
					<IconButton icon="right" label="Página siguiente" disabled={page >= pages} onClick={() => onPage(page + 1)} />
				</div>
			)}
		</nav>
	)
}
