import { type ReactNode, useId, useState } from 'react'
import { useWide } from '#core/web/ui/hooks.ts'
import { Icon } from '#core/web/ui/parts.tsx'

export interface Column<Row> {
	readonly head: string
	/** Only screen readers read the head. */
	readonly isHeadHidden?: boolean
	/** Class of the head, which sets the column's width. */
	readonly className?: string
	readonly cellClass?: string | undefined
	/** The cell names its row. */
	readonly isRowHeader?: boolean
	readonly cell: (row: Row) => ReactNode
}

/** The rows as a table, for windows from 768 px on. */
export interface TableShape<Row> {
	readonly title: string
	readonly className?: string
	readonly rowClass?: (row: Row) => string
	readonly columns: readonly Column<Row>[]
}

/** One row as a card that folds, for narrower windows. */
export interface CardShape {
	readonly head: ReactNode
	readonly className?: string
	readonly body: ReactNode
}

/** How a list shows its rows: as a table and cards, or as lines of one column at every width. */
export type RowShape<Row> =
	| { readonly table: TableShape<Row>; readonly card: (row: Row) => CardShape }
	| {
			readonly line: (row: Row) => ReactNode
			readonly lineClass?: (row: Row) => string
			/** Class of the list around the lines. */
			readonly linesClass?: string
	  }

interface RowsProps<Row> {
	readonly rows: readonly Row[]
	readonly keyOf: (row: Row) => string
	readonly shape: RowShape<Row>
}

function Table<Row>({ rows, keyOf, table }: Omit<RowsProps<Row>, 'shape'> & { table: TableShape<Row> }) {
	const { title, className = '', rowClass, columns } = table
	return (
		<div className="staff-scroll">
			<table className={`staff-table ${className}`}>
				<caption className="visually-hidden">{title}</caption>
				<thead>
					<tr>
						{columns.map((column) => (
							<th key={column.head} scope="col" className={column.className}>
								{column.isHeadHidden ? <span className="visually-hidden">{column.head}</span> : column.head}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map((row) => (
						<tr key={keyOf(row)} className={rowClass?.(row)}>
							{columns.map(({ head, isRowHeader, cellClass, cell }) =>
								isRowHeader ? (
									<th key={head} scope="row" className={cellClass}>
										{cell(row)}
									</th>
								) : (
									<td key={head} className={cellClass}>
										{cell(row)}
									</td>
								),
							)}
						</tr>
					))}
				</tbody>
			</table>
		</div>
	)
}

/** The rows of a list in the form that fits the window. */
export function ListRows<Row>({ rows, keyOf, shape }: RowsProps<Row>) {
	const isWide = useWide()
	if ('line' in shape) {
		const { line, lineClass = () => 'staff-row', linesClass } = shape
		return (
			<ul className={linesClass}>
				{rows.map((row) => (
					<li key={keyOf(row)} className={lineClass(row)}>
						{line(row)}
					</li>
				))}
			</ul>
		)
	}
	const { table, card } = shape
	if (isWide) return <Table rows={rows} keyOf={keyOf} table={table} />
	return (
		<ul className="folds">
			{rows.map((row) => (
				<FoldCard key={keyOf(row)} {...card(row)} />
			))}
		</ul>
	)
}

/** One row of a list on a phone: what matters first, and under it, when opened, the rest. */
function FoldCard({ head, className = '', body }: CardShape) {
	const id = useId()
	const [isOpen, setOpen] = useState(false)
	return (
		<li className={`fold ${className}`}>
			<h4>
				<button
					type="button"
					className="fold-head"
					aria-expanded={isOpen}
					aria-controls={id}
					onClick={() => setOpen(!isOpen)}
				>
					<span className="fold-facts">{head}</span>
					<Icon name="down" className="turn" />
				</button>
			</h4>
			<div id={id} hidden={!isOpen} className="fold-body">
				{isOpen && body}
			</div>
		</li>
	)
}

/** Names and values in the body of a card; a fact without a value is left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
	return (
		<dl className="fold-list">
			{facts.map(
				([name, value]) =>
					value && (
						<div key={name}>
							<dt>{name}</dt>
							<dd>{value}</dd>
						</div>
					),
			)}
		</dl>
	)
}

/** A cell of two lines; a text becomes small print. */
export const twoLines = (first: ReactNode, second: ReactNode) => (
	<>
		{first}
		{typeof second === 'string' ? <span className="staff-sub">{second}</span> : second}
	</>
)

/** Small print that is cut where its column ends; `title` has the whole text. */
export function Clipped({ text, title = text }: { text: string | null; title?: string | null }) {
	return (
		<span className="staff-sub staff-clip one-line" title={title ?? undefined}>
			{text}
		</span>
	)
}
