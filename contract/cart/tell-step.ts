import { z } from 'zod'
import { toldSteps } from '#domain/staff/funnel.ts'

/** POST /api/pasos/: a step towards an order was taken. Nothing else is sent, so that nothing else can be counted. */
export const tellStepRequest = z.strictObject({ paso: z.enum(toldSteps) })
