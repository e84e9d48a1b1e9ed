/** Whether a statement failed because of this constraint, such as a unique index. */
export function breaksRule(error: unknown, rule: string): boolean {
	const cause = error instanceof Error ? error.cause : undefined
	return cause instanceof Error && 'constraint' in cause && cause.constraint === rule
}
