import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'

const channel = 'catalogo'
const feed = 'feed'

/** Tells every process, when `tx` commits, that the social feed in the shop's files is a new one. */
export async function announceFeedChange(tx: Transaction): Promise<void> {
	await tx.execute(sql`select pg_notify(${channel}, ${feed})`)
}

/** Tells every process, when `tx` commits, that a price or a stock changed, so that none goes on showing the old one. */
export async function announceCatalogChange(tx: Transaction): Promise<void> {
	await tx.execute(sql`select pg_notify(${channel}, '')`)
}

/**
 * Calls `onChange` whenever something on pages changed anywhere, and after a lost connection; before it `onFeed`, for the
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
