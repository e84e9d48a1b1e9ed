import type { SearchTerms } from '#modules/catalog/shapes.ts'
import { listingTerms } from '#modules/found/settings.ts'
import { returnTerms } from '#modules/returns/settings.ts'
import type { Settings } from '#modules/settings/settings.ts'

/** What modules add to a page's data for search engines, by the settings. */
export const searchTerms: readonly ((settings: Settings) => SearchTerms)[] = [listingTerms, returnTerms]
