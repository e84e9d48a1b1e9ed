import { FailureAnswer, fail } from '#core/contract/failure.ts'
import type { Queryable } from '#core/server/db/database.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'
import { probeTaxDocuments } from '#modules/tax-documents/server/open-tax-documents.ts'
import type { TaxEnvironment } from '#modules/tax-documents/server/tax-variables.ts'

/** The step of the first day's list that asks the provider of boletas whether it would emit them. */
export const documentsStep = {
	open({ db, env }: { readonly db: Queryable; readonly env: TaxEnvironment }) {
		return async () => {
			const { vendedor_rut } = await readSettings(db)
			const text = await probeTaxDocuments({ env, sellerRut: vendedor_rut }).catch((cause: unknown) => {
				const why = cause instanceof Error ? cause.message : String(cause)
				throw new FailureAnswer(fail('no_comprobado', { text: `No se pueden emitir: ${why}.` }), { cause })
			})
			const sentence = text.replace(/^none: /, '')
			return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
		}
	},
}
