import { useMutation } from '@tanstack/react-query'
import type { AnyExportFile } from '#contract/staff/export-files.ts'
import { announce } from '#web/staff/announcer.tsx'
import { downloadFile } from '#web/staff/list/download-file.ts'
import { type ListParams, listAddress } from '#web/staff/list/use-staff-list.ts'
import { clearNotices, notify } from '#web/ui/notices-store.ts'

interface CsvFile {
	readonly file: AnyExportFile
	readonly label: string
	/** Its name among the downloads, where that is another. */
	readonly savedAs?: string
}

interface CsvLinksProps {
	readonly files: readonly CsvFile[]
	/** Which orders, which days, or which month. */
	readonly filter: ListParams
}

/** What is chosen, as files for a spreadsheet. */
export function CsvLinks({ files, filter }: CsvLinksProps) {
	const download = useMutation({
		mutationFn: ({ file, savedAs = file }: CsvFile) =>
			downloadFile(listAddress(`/api/admin_exportar/${file}`, filter), savedAs),
		onSuccess(_, { label }) {
			clearNotices()
			announce(`${label}: archivo descargado`)
		},
		onError(error, { file }) {
			console.error('a file could not be downloaded', file, error)
			notify(`No pudimos descargar ${file}. Intenta nuevamente.`)
		},
	})
	return (
		<fieldset className="csv-links">
			<legend>Descargar CSV</legend>
			{files.map((one) => (
				<button
					key={one.file}
					type="button"
					className="staff-action"
					aria-busy={(download.isPending && download.variables.file === one.file) || undefined}
					disabled={download.isPending}
					onClick={() => download.mutate(one)}
				>
					{one.label}
				</button>
			))}
		</fieldset>
	)
}
