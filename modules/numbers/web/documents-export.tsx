import { useState } from 'react'
import { addressOf } from '#core/contract/endpoint.ts'
import { CsvLinks } from '#core/web/list/csv-links.tsx'
import { SelectField } from '#core/web/ui/field.tsx'
import { exportDocuments } from '#modules/numbers/export-endpoints.ts'
import { lastMonths, monthText } from '#modules/numbers/web/period.ts'

/** Number of selectable months: enough for a tax year. */
const months = 36

/** Export of a month's tax documents for the accountant. */
export function DocumentsExport() {
	const choices = lastMonths(months, new Date())
	// The last complete month is the one to declare.
	const [chosen, setChosen] = useState(choices[1] ?? '')
	return (
		<div className="documents-export">
			<SelectField label="Mes para el contador" value={chosen} onChange={({ target }) => setChosen(target.value)}>
				{choices.map((month) => (
					<option key={month} value={month}>
						{monthText(month)}
					</option>
				))}
			</SelectField>
			<CsvLinks
				files={[
					{
						label: 'Documentos tributarios',
						address: addressOf(exportDocuments, { query: { mes: chosen } }),
						savedAs: `documentos-${chosen}.csv`,
					},
				]}
			/>
		</div>
	)
}
