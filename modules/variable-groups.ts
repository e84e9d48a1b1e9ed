import type { z } from 'zod'
import type { VariablesOf } from '#core/server/platform/variable-group.ts'
import { pushVariables } from '#modules/push/server/push-variables.ts'
import { factorVariables } from '#modules/second-factor/server/factor-variables.ts'
import { taxVariables } from '#modules/tax-documents/server/tax-variables.ts'

/** The environment variables of modules. */
export const moduleVariables = [pushVariables, factorVariables, taxVariables] as const

/** Their values, and whether the shop is a demo. */
export type ModuleVariables = z.output<z.ZodObject<VariablesOf<typeof moduleVariables> & {}>> & {
	readonly isDemo: boolean
}
