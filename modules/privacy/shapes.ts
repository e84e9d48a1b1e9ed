import { z } from 'zod'
import { dayText, optionalText } from '#core/contract/lists.ts'
import { breachKinds } from '#modules/privacy/breach-kinds.ts'

const kind = `(${Object.keys(breachKinds).join('|')})`

export const affectedQuery = z.object({
	desde: dayText.describe('first day, in Santiago; empty: all that was stored until `hasta`'),
	hasta: dayText.describe('last day, in Santiago, included; empty: until now'),
	datos: optionalText(100)
		.pipe(
			z
				.string()
				.regex(new RegExp(`^${kind}(,${kind})*$`))
				.optional(),
		)
		.describe('kinds of data, with commas; empty: all'),
})
export type AffectedQuery = z.output<typeof affectedQuery>
