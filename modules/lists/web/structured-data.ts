import type { Color } from '#modules/catalog/colors.ts'
import type { PageData } from '#modules/catalog/shapes.ts'
import { linkPicture } from '#modules/found/variants.ts'
import { structuredData } from '#modules/found/web/structured-data.ts'

/** What Home says of the shop to search engines (schema.org), each object in a script of its own. */
export const structuredParts: readonly ((data: PageData, publicUrl: string) => readonly object[])[] = [structuredData]

/** The address of the picture beside a shared link to a colour, 1200 × 630; the first is taken. */
export const linkPictures: readonly ((color: Color) => string)[] = [linkPicture]
