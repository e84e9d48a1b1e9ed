import { and, count, gte, inArray, isNotNull } from 'drizzle-orm'
import { dayIn } from '#core/rules/calendar-days.ts'
import { notifyStaff } from '#core/server/mail/notify-staff.ts'
import type { TaxDocuments } from '#modules/tax-documents/server/tax-documents-port.ts'
import type { TaxContext } from '#modules/tax-documents/server/tax-setup.ts'
import { documentosTributarios } from '#modules/tax-documents/tables.ts'
import type { TipoDocumento } from '#modules/tax-documents/tax-document.ts'

/** Staff are warned below this number, however little is sold. */
const fewFolios = 20

/** Warns staff that the folios of a type run out. Once per day and type. */
export async function warnOfFolios(deps: TaxContext, tipo: TipoDocumento, quedan: number): Promise<void> {
	const clave = `folios_bajos:${tipo}:${dayIn(deps.clock.now())}${quedan === 0 ? ':agotados' : ''}`
	const datos = { tipo, quedan }
	await deps.db.transaction((tx) => notifyStaff(deps, tx, { clave, plantilla: 'folios_bajos', datos }))
}

/** Reads the folios left, and warns staff of a type with fewer than 20, or than a week's documents. */
export async function watchFolios(deps: TaxContext, provider: TaxDocuments): Promise<void> {
	const answer = await provider.folios()
	if (answer.kind !== 'folios') return
	const weekAgo = new Date(deps.clock.now().getTime() - 7 * 86_400_000)
	const { tipo, emitida_at } = documentosTributarios
	const used = await deps.db
		.select({ tipo, usados: count() })
		.from(documentosTributarios)
		.where(and(isNotNull(emitida_at), gte(emitida_at, weekAgo), inArray(tipo, [...answer.remaining.keys()])))
		.groupBy(tipo)
	for (const [kind, left] of answer.remaining) {
		const week = used.find((one) => one.tipo === kind)?.usados ?? 0
		if (left < Math.max(fewFolios, week)) await warnOfFolios(deps, kind, left)
	}
}
