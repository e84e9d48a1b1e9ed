import { addressWith, panelQueryOf } from '#core/web/panel/panel-parts.tsx'

/** Returns the address of the printable sheets of some orders, by number; `ronda`: the round of the back link. */
export function sheetsLink(numbers: readonly number[], ronda?: string): string {
	return `?${addressWith(panelQueryOf('reparto'), { ronda, hojas: numbers.join(',') }).toString()}`
}
