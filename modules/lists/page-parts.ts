import { noticesOfPage } from '#modules/back-in-stock/settings.ts'
import type { PageData } from '#modules/catalog/shapes.ts'
import type { Settings } from '#modules/settings/settings.ts'

/** What modules add to the data of every page, by the settings. */
export const pageParts: readonly ((settings: Settings) => Partial<PageData>)[] = [noticesOfPage]
