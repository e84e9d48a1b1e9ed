import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/db/database.ts'
import type { Jobs } from '#server/jobs/jobs.ts'

const channel = 'catalogo'

/** What a statement selects to tell every process, when it commits, of a changed price or stock. */
export const catalogChangeNotice = sql<string>`pg_notify(${channel}, '')`

/** Tells every process, when `tx` commits, that a price or a stock changed, so that none goes on showing the old one. */
export async function announceCatalogChange(tx: Transaction): Promise<void> {
	await tx.execute(sql`select ${catalogChangeNotice}`)
}

/** Calls `onChange` whenever a price or stock changed anywhere, and after a lost connection (something may have been missed). */
export async function followCatalogChanges(jobs: Jobs, onChange: () => void): Promise<() => Promise<void>> {
	const listen = jobs.boss.getDb().listen
	if (!listen) throw new Error('the database cannot tell of changes')
	const handle = await listen.call(jobs.boss.getDb(), channel, onChange, onChange)
	return () => handle.close()
}
