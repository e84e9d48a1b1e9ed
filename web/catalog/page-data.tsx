import { createContext, type ReactNode, use, useMemo } from 'react'
import type { PageData } from '#contract/catalog/page-data.ts'
import type { Color } from '#domain/catalog/colors.ts'
import { type Catalog, catalogFrom } from '#web/catalog/catalog.ts'

/** The id of the JSON block that carries the page's data in its HTML. */
export const pageDataId = 'datos'

interface KnownData extends PageData {
	readonly firstCatalog: Catalog
}

const Data = createContext<KnownData | undefined>(undefined)

/** Hands the page's data to everything inside, the same on the server and in the browser. */
export function PageDataProvider({ data, children }: { data: PageData; children: ReactNode }) {
	const known = useMemo(() => ({ ...data, firstCatalog: catalogFrom(data.colores, data.limites) }), [data])
	return <Data value={known}>{children}</Data>
}

/** What the server handed to the page. Throws outside of PageDataProvider. */
export function usePageData(): KnownData {
	const data = use(Data)
	if (!data) throw new Error('usePageData is used outside of PageDataProvider')
	return data
}

/** The colours that the shop shows, in their order. */
export const useColors = (): readonly Color[] => usePageData().firstCatalog.colors
