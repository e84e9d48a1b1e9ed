import type { FoundOrder } from '#modules/search/shapes.ts'
import { documentReason } from '#modules/tax-documents/receptor.ts'

/** What a module found an order by, in words; undefined: not by the module. */
export const foundReasons: readonly ((found: FoundOrder) => string | undefined)[] = [documentReason]
