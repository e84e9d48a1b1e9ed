import { useMutation } from '@tanstack/react-query'
import { downloadFile } from '#core/web/list/download-file.ts'
import { announce } from '#core/web/panel/announcer.tsx'
import { clearNotices, notify } from '#core/web/ui/notices-store.ts'

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
	const download = useMutation({
		mutationFn: ({ address, savedAs = fileNameIn(address) }: CsvFile) => downloadFile(address, savedAs),
		onSuccess(_, { label }) {
			clearNotices()
			announce(`${label}: archivo descargado`)
		},
		onError(error, { address }) {
			const file = fileNameIn(address)
			console.error('a file could not be downloaded', file, error)
			notify(`No pudimos descargar ${file}. Intenta nuevamente.`)
		},
	})
	return (
		<fieldset className="csv-links">
			<legend>Descargar CSV</legend>
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
