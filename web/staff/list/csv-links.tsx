import { useState } from 'react'
import type { ExportFile } from '#contract/staff/summary.ts'
import { announce } from '#web/staff/announcer.tsx'
import { downloadFile } from '#web/staff/list/download-file.ts'
import { type ListParams, listAddress } from '#web/staff/list/use-staff-list.ts'
import { clearNotices, notify } from '#web/ui/notices-store.ts'

interface CsvLinksProps {
	readonly files: readonly { readonly file: ExportFile; readonly label: string }[]
	/** Which orders, or which days. */
	readonly filter: ListParams
}

/** What is chosen, as files for a spreadsheet. */
export function CsvLinks({ files, filter }: CsvLinksProps) {
	const [busy, setBusy] = useState<ExportFile>()
	async function download(file: ExportFile, label: string): Promise<void> {
		setBusy(file)
		try {
			await downloadFile(listAddress(`/api/admin_exportar/${file}`, filter), file)
			clearNotices()
			announce(`${label}: archivo descargado`)
		} catch (error) {
			console.error('a file could not be downloaded', file, error)
			notify(`No pudimos descargar ${file}. Intenta nuevamente.`)
		}
		setBusy(undefined)
	}
	return (
		<fieldset className="csv-links">
			<legend>Descargar CSV</legend>
			{files.map(({ file, label }) => (
				<button
					key={file}
					type="button"
					className="staff-action"
					aria-busy={busy === file || undefined}
					disabled={busy !== undefined}
					onClick={() => void download(file, label)}
				>
					{label}
				</button>
			))}
		</fieldset>
	)
}
