import { pushVariables } from '#modules/push/server/push-variables.ts'

/** The environment variables of modules. */
export const moduleVariables = [pushVariables] as const
