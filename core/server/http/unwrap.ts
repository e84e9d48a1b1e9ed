import { type Failure, isFailure } from '#core/contract/failure.ts'

/** Carries an expected failure from a route to the error handler (errors.ts). */
export class FailureAnswer extends Error {
	readonly failure: Failure
	constructor(failure: Failure, options?: ErrorOptions) {
		super(failure.failure, options)
		this.failure = failure
	}
}

/** Returns the result of a use case, or throws its failure for the error handler. */
export function unwrap<T>(result: T | Failure): T {
	if (isFailure(result)) throw new FailureAnswer(result)
	return result
}
