type Results<Starts extends readonly (() => unknown)[]> = {
	-readonly [At in keyof Starts]: Awaited<ReturnType<Starts[At]>>
}

/**
 * Sends statements of one transaction that do not wait for each other's results, in this order, without waiting for their
 * results in between. Throws the first error, once none of them runs any more.
 */
export async function together<const Starts extends readonly (() => unknown)[]>(
	...starts: Starts
): Promise<Results<Starts>> {
	const running: Promise<unknown>[] = []
	for (const start of starts) {
		const statement = Promise.resolve(start())
		statement.catch(() => {})
		running.push(statement)
		// A statement is sent some microtasks after it was started, and a tick comes after all of those.
		await new Promise<void>((resolve) => process.nextTick(resolve))
	}
	await Promise.allSettled(running)
	return (await Promise.all(running)) as Results<Starts>
}
