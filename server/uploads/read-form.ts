import { fail } from '#contract/failure.ts'
import { FailureAnswer } from '#server/http/unwrap.ts'

/** Reads a form. Throws a FailureAnswer (`no_json`) for one whose parts cannot be told apart. */
export async function readForm<T>(read: () => Promise<T>): Promise<T> {
	try {
		return await read()
	} catch (error) {
		// What has a code has its answer; the parser's other complaints are about a form that it cannot read.
		if (error instanceof FailureAnswer || (error instanceof Error && 'code' in error)) throw error
		throw new FailureAnswer(fail('no_json'))
	}
}
