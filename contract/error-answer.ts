import { z } from 'zod'

/** The shape of every error answer. Both `error` and `detail` carry the same sentence; `code` is for programs. */
const errorAnswer = z.looseObject({
	error: z.string(),
	detail: z.string(),
	code: z.string(),
})

/** Spread into a route's `response` so that its documented answers include the errors. */
export const errorAnswers = { '4xx': errorAnswer, '5xx': errorAnswer } as const
