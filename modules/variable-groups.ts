import { pushVariables } from '#modules/push/server/push-variables.ts'
import { factorVariables } from '#modules/second-factor/server/factor-variables.ts'

/** The environment variables of modules. */
export const moduleVariables = [pushVariables, factorVariables] as const
