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

interface DocumentNumbers {
	/** CLP: sales less refunds. */
	readonly neta: number
	readonly documentos: readonly DocumentSum[]
	readonly documentos_por_emitir: number
}

/** Total and IVA of a period's documents; notas de crédito are subtracted. Undefined without documents. */
export function documentsTile({ documentos, documentos_por_emitir: pending }: Omit<DocumentNumbers, 'neta'>) {
	if (documentos.length === 0 && pending === 0) return undefined
	const [total, iva] = [sumClp(documentos.map((type) => type.total)), sumClp(documentos.map((type) => type.iva))]
	const facts = [
		`IVA ${formatClp(iva)}`,
		documentos.map(({ tipo, cantidad }) => documentCount(tipo, cantidad)).join(', '),
		pending !== 0 && `por emitir ${formatClp(pending)}`,
	]
	return ['Documentado', formatClp(total), facts.filter(Boolean).join(' · ')] as const
}

/** How the documents of a period differ from its net sales, and why. Undefined without documents. */
export function documentsNote({ neta, documentos, documentos_por_emitir: pending }: DocumentNumbers) {
	if (documentos.length === 0 && pending === 0) return undefined
	const missing = neta - sumClp(documentos.map(({ total }) => total))
	if (missing === 0) return 'Los documentos cuentan por su fecha y suman lo mismo que la venta neta.'
	const rest = missing - pending
	const reasons = [
		pending !== 0 && `${formatClp(pending)} están por emitir`,
		rest !== 0 && `${formatClp(rest)} tienen documento de otra fecha o no llevan documento`,
	].filter(Boolean)
	const amount = `${formatClp(Math.abs(missing))} ${missing > 0 ? 'menos' : 'más'}`
	return `Los documentos cuentan por su fecha y suman ${amount} que la venta neta: ${reasons.join(' y ')}.`
}
