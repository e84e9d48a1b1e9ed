import { fail } from '#core/contract/failure.ts'
import { FailureAnswer } from '#core/server/http/unwrap.ts'

/** Reads a form. Throws a FailureAnswer (`no_json`) for an unparsable one. */
export async function readForm<T>(read: () => Promise<T>): Promise<T> {
	try {
		return await read()
	} catch (error) {
		// Errors with a code have an answer of their own; the parser's others mean an unparsable form.
		if (error instanceof FailureAnswer || (error instanceof Error && 'code' in error)) throw error
		throw new FailureAnswer(fail('no_json'))
	}
}
