import { sql } from 'drizzle-orm'
import type { Transaction } from '#core/server/db/database.ts'
import type { Jobs } from '#core/server/jobs/jobs.ts'

const channel = 'catalogo'
const feed = 'feed'

/** Notifies every process, when `tx` commits, of a new social feed in the shop's files. */
export async function announceFeedChange(tx: Transaction): Promise<void> {
	await tx.execute(sql`select pg_notify(${channel}, ${feed})`)
}

/** Notifies every process, when `tx` commits, of a changed price or stock. */
export async function announceCatalogChange(tx: Transaction): Promise<void> {
	await tx.execute(sql`select pg_notify(${channel}, '')`)
}

/**
 * Calls `onChange` after a change of page data in any process, and after a lost connection; before it `onFeed`, for the
 * feed.
 */
export async function followCatalogChanges(
	jobs: Jobs,
	{ onChange, onFeed }: { onChange: () => void; onFeed: () => void },
): Promise<() => Promise<void>> {
	const listen = jobs.boss.getDb().listen
	if (!listen) throw new Error('the database cannot tell of changes')
	const onAnything = () => {
		onFeed()
		onChange()
	}
	const onNotice = (what: string) => (what === feed ? onAnything() : onChange())
	const handle = await listen.call(jobs.boss.getDb(), channel, onNotice, onAnything)
	return () => handle.close()
}
