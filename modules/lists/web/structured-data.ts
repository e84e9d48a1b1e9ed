import type { PageData } from '#modules/catalog/shapes.ts'
import { structuredData } from '#modules/found/web/structured-data.ts'

/** What Home says of the shop to search engines (schema.org), each object in a script of its own. */
export const structuredParts: readonly ((data: PageData, publicUrl: string) => readonly object[])[] = [structuredData]
