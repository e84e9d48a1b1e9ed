/** Whether a statement failed because it would have broken the database's rule of that name, such as a unique index. */
export function breaksRule(error: unknown, rule: string): boolean {
	const cause = error instanceof Error ? error.cause : undefined
	return cause instanceof Error && 'constraint' in cause && cause.constraint === rule
}
