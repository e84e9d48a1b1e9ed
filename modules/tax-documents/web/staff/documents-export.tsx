import { useState } from 'react'
import { addressOf } from '#core/contract/endpoint.ts'
import { formatClp, sumClp } from '#core/rules/money.ts'
import { dayIn } from '#core/rules/times.ts'
import { CsvLinks } from '#core/web/list/figures.tsx'
import { SelectField } from '#core/web/ui/fields.tsx'
import { monthText } from '#core/web/ui/format-date.ts'
import { documentCount } from '#modules/tax-documents/document-text.ts'
import { exportDocuments } from '#modules/tax-documents/endpoints.ts'
import type { DocumentSum } from '#modules/tax-documents/shapes.ts'
import '#modules/tax-documents/web/staff/documents-export.css'

/** Number of selectable months: enough for a tax year. */
const months = 36

/** Returns the last `months` months in Santiago as `YYYY-MM`, the current one first. */
export function lastMonths(months: number, now: Date): readonly string[] {
	const [year = 0, month = 1] = dayIn(now).split('-').map(Number)
	return Array.from({ length: months }, (_, back) =>
		new Date(Date.UTC(year, month - 1 - back)).toISOString().slice(0, 7),
	)
}

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

/** Total and IVA of a period's documents; notas de crédito are subtracted. Undefined without documents. */
export function documentsTile({ documentos }: { readonly documentos: readonly DocumentSum[] }) {
	if (documentos.length === 0) return undefined
	const [total, iva] = [sumClp(documentos.map((type) => type.total)), sumClp(documentos.map((type) => type.iva))]
	const counts = documentos.map(({ tipo, cantidad }) => documentCount(tipo, cantidad)).join(', ')
	return ['Documentado', formatClp(total), `IVA ${formatClp(iva)} · ${counts}`] as const
}
