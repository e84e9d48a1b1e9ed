import { createContext, type ReactNode, use, useMemo } from 'react'
import type { Color } from '#modules/catalog/colors.ts'
import type { PageData } from '#modules/catalog/shapes/page-data.ts'
import { type Catalog, catalogFrom } from '#modules/catalog/web/catalog.ts'

/** Element id of the JSON block with the page's data. */
export const pageDataId = 'datos'

interface KnownData extends PageData {
	readonly firstCatalog: Catalog
}

const Data = createContext<KnownData | undefined>(undefined)

/** Provides the page's data, on the server and in the browser. */
export function PageDataProvider({ data, children }: { data: PageData; children: ReactNode }) {
	const known = useMemo(() => ({ ...data, firstCatalog: catalogFrom(data.colores, data.limites) }), [data])
	return <Data value={known}>{children}</Data>
}

/** Returns the server-rendered page data. @throws outside of PageDataProvider. */
export function usePageData(): KnownData {
	const data = use(Data)
	if (!data) throw new Error('usePageData is used outside of PageDataProvider')
	return data
}

/** Returns the listed colours in order. */
export const useColors = (): readonly Color[] => usePageData().firstCatalog.colors
