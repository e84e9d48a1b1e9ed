import { createContext, type ReactNode, use, useMemo } from 'react'
import type { PageData } from '#contract/catalog/page-data.ts'
import type { Color } from '#domain/catalog/colors.ts'
import { type Catalog, catalogFrom } from '#web/catalog/catalog.ts'

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
