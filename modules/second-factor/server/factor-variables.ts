import { z } from 'zod'
import { variableGroup } from '#core/server/platform/variables.ts'

export const factorVariables = variableGroup({
	variables: {
		STAFF_SECOND_FACTOR: z.enum(['opcional', 'obligatorio'], "debe ser 'opcional' u 'obligatorio'").default('opcional'),
	},
})
