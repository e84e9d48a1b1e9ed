import type { Journal } from '../journal.ts'
import type { DteType } from './dte-schema.ts'

interface Folios {
	readonly next: number
	readonly last: number
}

const firstFolios: Folios = { next: 1, last: 100_000 }

/** Assigned folios by document type; none is used twice. */
export function openFolios(journal: Journal) {
	const table = journal.table<Folios>('folios')
	const of = (tipo: DteType) => table.get(String(tipo)) ?? firstFolios
	return {
		left: (tipo: DteType) => of(tipo).last - of(tipo).next + 1,
		leave(tipo: DteType, count: number): void {
			const { next } = of(tipo)
			table.put(String(tipo), { next, last: next + count - 1 })
		},
		/** Returns the next folio; requires one left. */
		take(tipo: DteType): number {
			const { next, last } = of(tipo)
			table.put(String(tipo), { next: next + 1, last })
			return next
		},
	}
}
