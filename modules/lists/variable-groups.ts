import type { z } from 'zod'
import type { VariablesOf } from '#core/server/platform/variables.ts'
import { alarmVariables } from '#modules/alarms/server/alarm-variables.ts'
import { backupVariables } from '#modules/backup/server/backup-variables.ts'
import { pushVariables } from '#modules/push/server/vapid-keys.ts'
import { factorVariables } from '#modules/second-factor/server/factor-variables.ts'
import { taxVariables } from '#modules/tax-documents/server/tax-variables.ts'

/** The environment variables of modules. */
export const moduleVariables = [pushVariables, factorVariables, taxVariables, backupVariables, alarmVariables] as const

type Shapes = VariablesOf<typeof moduleVariables>

/** Their values, and whether the shop is a demo. Without any group, no value. */
export type ModuleVariables = (unknown extends Shapes ? object : z.output<z.ZodObject<Shapes & {}>>) & {
	readonly isDemo: boolean
}
