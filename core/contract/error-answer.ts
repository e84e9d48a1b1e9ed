import { z } from 'zod'

/** The form of every error answer. `error` and `detail` have the same sentence; `code` is for programs. */
const errorAnswer = z.looseObject({
	error: z.string(),
	detail: z.string(),
	code: z.string(),
})

/** Spread into a route's `response` for its documented errors. */
export const errorAnswers = { '4xx': errorAnswer, '5xx': errorAnswer } as const
