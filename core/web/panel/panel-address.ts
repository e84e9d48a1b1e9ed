import { useSearchParams } from 'react-router'
import { panelQuery } from '#core/rules/panel-query.ts'

export type Changes = Readonly<Record<string, string | number | undefined>>

/** Returns the address with changed parameters. Empty ones are removed, and any change other than the page resets the page. */
export function addressWith(query: URLSearchParams, changes: Changes): URLSearchParams {
	const next = new URLSearchParams(query)
	if (!('pagina' in changes)) next.delete('pagina')
	for (const [name, value] of Object.entries(changes)) {
		if (value === undefined || value === '') next.delete(name)
		else next.set(name, String(value))
	}
	return next
}

/** Returns the address of a section, without the filters of the current one. */
export function panelQueryOf(section: string): URLSearchParams {
	return panelQuery(section === 'ordenes' ? {} : { seccion: section })
}

/** Returns the address of an open group of settings. */
export function addressOfSettings(grupo: string): URLSearchParams {
	return addressWith(panelQueryOf('ajustes'), { grupo })
}

/** Returns the page number in the address, from 1. */
export function pageIn(query: URLSearchParams): number {
	const page = Number(query.get('pagina'))
	return Number.isSafeInteger(page) && page >= 1 ? page : 1
}

/** The change that removes these parameters. */
export const without = (names: readonly string[]): Changes => Object.fromEntries(names.map((name) => [name, '']))

/** Reads and writes the panel's state in the address, which survives reload, links and back navigation. */
export function usePanelAddress() {
	const [query, setQuery] = useSearchParams()
	return {
		query,
		text: (name: string) => query.get(name) ?? '',
		texts: (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])),
		page: pageIn(query),
		change: (changes: Changes) => setQuery(addressWith(query, changes), { replace: true, preventScrollReset: true }),
		go: (section: string, choices: Changes = {}) =>
			setQuery(addressWith(panelQueryOf(section), choices), { replace: true, preventScrollReset: true }),
		/** Returns a link to the current page with changed parameters. */
		linkWith: (changes: Changes) =>
			`?${addressWith(query, { pagina: query.get('pagina') ?? undefined, ...changes }).toString()}`,
	}
}
