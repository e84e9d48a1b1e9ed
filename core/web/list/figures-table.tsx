import { type ReactNode, useId } from 'react'
import { type CsvFile, CsvLinks } from '#core/web/list/csv-links.tsx'

interface Column<Row> {
	readonly head: string
	readonly cell: (row: Row) => ReactNode
	readonly isNumber?: boolean
}

interface FiguresTableProps<Row> {
	readonly title: string
	/** Explains the figures and their source. */
	readonly note: ReactNode
	/** Controls that change the aggregation. */
	readonly tools?: ReactNode
	readonly rows: readonly Row[]
	readonly keyOf: (row: Row) => string
	/** The first column is the row header. */
	readonly columns: readonly [Column<Row>, ...Column<Row>[]]
	readonly emptyText: string
	readonly file: CsvFile
}

/** A table of figures with its explanation and its export. */
export function FiguresTable<Row>(props: FiguresTableProps<Row>) {
	const { title, note, tools, rows, keyOf, columns, emptyText, file } = props
	const id = useId()
	const [name, ...others] = columns
	return (
		<section aria-labelledby={id} className="numbers-block">
			<h4 id={id} className="title-s">
				{title}
			</h4>
			<p className="muted small">{note}</p>
			{tools}
			{rows.length === 0 ? (
				<p>{emptyText}</p>
			) : (
				// biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it is scrolled sideways, by keyboard too
				<section className="staff-scroll" aria-label={`Tabla: ${title.toLowerCase()}`} tabIndex={0}>
					<table className="staff-table numbers-table">
						<thead>
							<tr>
								{columns.map(({ head, isNumber }) => (
									<th key={head} scope="col" className={isNumber ? 'staff-number' : undefined}>
										{head}
									</th>
								))}
							</tr>
						</thead>
						<tbody>
							{rows.map((row) => (
								<tr key={keyOf(row)}>
									<th scope="row">{name.cell(row)}</th>
									{others.map(({ head, cell, isNumber }) => (
										<td key={head} className={isNumber ? 'staff-number digits' : undefined}>
											{cell(row)}
										</td>
									))}
								</tr>
							))}
						</tbody>
					</table>
				</section>
			)}
			<CsvLinks files={[file]} />
		</section>
	)
}
