/** Runs chores in sequence; a failing one does not stop the later ones. @throws the failures, after the last one. */
export async function runChores(...chores: readonly (() => Promise<unknown>)[]): Promise<void> {
	const failures: unknown[] = []
	for (const chore of chores) {
		try {
			await chore()
		} catch (error) {
			failures.push(error)
		}
	}
	if (failures.length === 1) throw failures[0]
	if (failures.length > 1) throw new AggregateError(failures, `${failures.length} chores failed`)
}
