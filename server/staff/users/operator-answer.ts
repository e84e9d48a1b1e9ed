/** What an operator's command says: whether it was done, and the lines to print. */
export interface OperatorAnswer {
	readonly ok: boolean
	readonly lines: readonly string[]
}

/** It was done, or was so already. */
export const done = (...lines: string[]): OperatorAnswer => ({ ok: true, lines })
/** It cannot be done; the lines say why. */
export const notDone = (...lines: string[]): OperatorAnswer => ({ ok: false, lines })
