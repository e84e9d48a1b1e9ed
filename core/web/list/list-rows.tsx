import type { ReactNode } from 'react'
import { FoldCard } from '#core/web/list/fold-card.tsx'
import { useWide } from '#core/web/ui/use-wide.ts'

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
			{rows.map((row) => {
				const { body, ...parts } = card(row)
				return (
					<FoldCard key={keyOf(row)} {...parts}>
						{body}
					</FoldCard>
				)
			})}
		</ul>
	)
}
