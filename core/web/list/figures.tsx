import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { announce } from '#core/web/panel/panel-parts.tsx'
import { downloadFile } from '#core/web/session/identity-request.ts'
import { useWide } from '#core/web/ui/hooks.ts'
import { clearNotices, NoticePlace, notify } from '#core/web/ui/notices.tsx'

export interface Column<Row> {
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
	readonly file?: CsvFile
}

/** A table of figures with its explanation and its export, folded on a phone. */
export function FiguresTable<Row>(props: FiguresTableProps<Row>) {
	const { title, note, tools, rows, keyOf, columns, emptyText, file } = props
	const id = useId()
	const isWide = useWide()
	const [name, ...others] = columns
	return (
		<section aria-labelledby={id} className="numbers-block">
			<details className="staff-fold" open={isWide}>
				<summary>
					<h4 id={id} className="title-s">
						{title}
					</h4>
				</summary>
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
				{file && <CsvLinks files={[file]} />}
			</details>
		</section>
	)
}

export interface CsvFile {
	readonly label: string
	/** Of an endpoint that exports, with its filter. */
	readonly address: string
	/** Its name among the downloads, where that is another. */
	readonly savedAs?: string
}

const fileNameIn = (address: string) => /[^/?]+(?=\?|$)/.exec(address)?.[0] ?? address

/** Buttons that download files for a spreadsheet. */
export function CsvLinks({ files }: { files: readonly CsvFile[] }) {
	const at = useId()
	const download = useMutation({
		mutationFn: ({ address, savedAs = fileNameIn(address) }: CsvFile) => downloadFile(address, savedAs),
		onSuccess(_, { label }) {
			clearNotices()
			announce(`${label}: archivo descargado`)
		},
		onError(error, { address }) {
			const file = fileNameIn(address)
			console.error('a file could not be downloaded', file, error)
			notify(`No pudimos descargar ${file}. Intenta nuevamente.`, 'problem', { at })
		},
	})
	return (
		<fieldset className="csv-links">
			<legend>Descargar CSV</legend>
			<NoticePlace at={at} />
			{files.map((one) => (
				<button
					key={one.label}
					type="button"
					className="staff-action"
					aria-busy={(download.isPending && download.variables.label === one.label) || undefined}
					disabled={download.isPending}
					onClick={() => download.mutate(one)}
				>
					{one.label}
				</button>
			))}
		</fieldset>
	)
}
