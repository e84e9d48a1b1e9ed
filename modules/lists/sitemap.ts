import type { Queryable } from '#core/server/db/database.ts'
import { readLastChange } from '#modules/found/server/last-change.ts'

/** When Home last changed, for its sitemap; the first is asked. */
export const lastChanges: readonly ((db: Queryable) => Promise<Date | undefined>)[] = [readLastChange]
