import { useSearchParams } from 'react-router'
import { panelQuery } from '#domain/staff/panel-query.ts'

/** The panel's sections, what is used daily first. */
export const sections = [
	{ name: 'ordenes', label: 'Órdenes' },
	{ name: 'reparto', label: 'Reparto' },
	{ name: 'casos', label: 'Casos' },
	{ name: 'stock', label: 'Stock' },
	{ name: 'productos', label: 'Productos' },
	{ name: 'usuarios', label: 'Usuarios' },
	{ name: 'numeros', label: 'Números' },
	{ name: 'cupones', label: 'Cupones' },
	{ name: 'trabajos', label: 'Trabajos' },
	{ name: 'auditoria', label: 'Auditoría' },
	{ name: 'seguridad', label: 'Seguridad' },
	{ name: 'avisos', label: 'Avisos' },
	{ name: 'ajustes', label: 'Ajustes' },
	{ name: 'primer_dia', label: 'Primer día' },
] as const

/** How many of them a phone shows at once; the rest stands under 'Más'. */
export const dailySections = 4

export type SectionName = (typeof sections)[number]['name']

/** The section that an address names; the orders when it names none. */
export function sectionIn(query: URLSearchParams): SectionName {
	const requested = query.get('seccion')
	return sections.find(({ name }) => name === requested)?.name ?? 'ordenes'
}

export type Changes = Readonly<Record<string, string | number | undefined>>

/** The address after some of its parameters change. Empty ones go; any other choice than of a page begins at the first page. */
export function addressWith(query: URLSearchParams, changes: Changes): URLSearchParams {
	const next = new URLSearchParams(query)
	if (!('pagina' in changes)) next.delete('pagina')
	for (const [name, value] of Object.entries(changes)) {
		if (value === undefined || value === '') next.delete(name)
		else next.set(name, String(value))
	}
	return next
}

/** The address of another section: nothing that was chosen in this one goes along. */
export function panelQueryOf(section: SectionName): URLSearchParams {
	return panelQuery(section === 'ordenes' ? {} : { seccion: section })
}

/** The address of a group of settings, opened. */
export function addressOfSettings(grupo: string): URLSearchParams {
	return addressWith(panelQueryOf('ajustes'), { grupo })
}

/** The page that an address names, counted from 1. */
export function pageIn(query: URLSearchParams): number {
	const page = Number(query.get('pagina'))
	return Number.isSafeInteger(page) && page >= 1 ? page : 1
}

/** What is chosen in the panel stands in the address, so that a reload, a link and the way back keep it. */
export function usePanelAddress() {
	const [query, setQuery] = useSearchParams()
	return {
		query,
		text: (name: string) => query.get(name) ?? '',
		page: pageIn(query),
		change: (changes: Changes) => setQuery(addressWith(query, changes), { replace: true, preventScrollReset: true }),
		go: (section: SectionName, choices: Changes = {}) =>
			setQuery(addressWith(panelQueryOf(section), choices), { replace: true, preventScrollReset: true }),
		/** The same place with something opened, as the address of a link. */
		linkWith: (changes: Changes) =>
			`?${addressWith(query, { pagina: query.get('pagina') ?? undefined, ...changes }).toString()}`,
	}
}
