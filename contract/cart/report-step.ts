import { z } from 'zod'
import { reportedSteps } from '#domain/staff/funnel.ts'

/** POST /api/pasos/: a step towards an order was taken. Nothing else is sent, so that nothing else can be counted. */
export const reportStepRequest = z.strictObject({ paso: z.enum(reportedSteps) })
