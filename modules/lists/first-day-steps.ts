import type { Queryable } from '#core/server/db/database.ts'
import { backupStep } from '#modules/backup/server/first-day-step.ts'
import type { ShopServices } from '#modules/lists/services.ts'
import { secondFactorStep } from '#modules/second-factor/server/first-day-step.ts'
import { documentsStep } from '#modules/tax-documents/server/first-day-step.ts'

interface OwnStep {
	/** Whether the step is done, and a sentence for the owner. */
	readonly find: (db: Queryable, now: Date) => Promise<{ readonly listo: boolean; readonly texto: string }>
}

/** Steps of the first day's list that modules check. A step that no module checks is not listed. */
export interface OwnFirstDaySteps {
	readonly segundo_factor?: OwnStep
	/** `open` returns what makes a backup and describes it. */
	readonly respaldo?: OwnStep & { readonly open: (services: ShopServices) => () => Promise<string> }
	/** `open` returns what asks the provider of boletas, and describes its answer. */
	readonly boleta?: { readonly open: (services: ShopServices) => () => Promise<string> }
}

export const ownFirstDaySteps: OwnFirstDaySteps = {
	segundo_factor: secondFactorStep,
	respaldo: backupStep,
	boleta: documentsStep,
}
