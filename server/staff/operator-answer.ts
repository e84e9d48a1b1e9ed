/** What an operator's command says: whether it was done, and the lines to print. */
export interface OperatorAnswer {
	readonly ok: boolean
	readonly lines: readonly string[]
}

export const done = (...lines: string[]): OperatorAnswer => ({ ok: true, lines })
export const notDone = (...lines: string[]): OperatorAnswer => ({ ok: false, lines })
