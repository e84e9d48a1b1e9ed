import { type Failure, isFailure } from '#contract/failure.ts'

/** Carries an expected failure from a route to the one place that writes error answers (errors.ts). */
export class FailureAnswer extends Error {
	readonly failure: Failure
	constructor(failure: Failure) {
		super(failure.failure)
		this.failure = failure
	}
}

/** Gives the result of a use case, or ends the request with the failure that it returned. */
export function unwrap<T>(result: T | Failure): T {
	if (isFailure(result)) throw new FailureAnswer(result)
	return result
}
