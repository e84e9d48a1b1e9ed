import type { Queryable } from '#core/server/db/database.ts'
import { readLastChange } from '#modules/found/server/last-change.ts'

/** Reads when Home last changed, for the sitemap. Only the first entry is used. */
export const lastChanges: readonly ((db: Queryable) => Promise<Date | undefined>)[] = [readLastChange]
