/** The result of an operator's command: whether it succeeded, and the lines to print. */
export interface OperatorAnswer {
	readonly ok: boolean
	readonly lines: readonly string[]
}

/** Success, also when nothing had to change. */
export const done = (...lines: string[]): OperatorAnswer => ({ ok: true, lines })
/** A failure with its reason. */
export const notDone = (...lines: string[]): OperatorAnswer => ({ ok: false, lines })
