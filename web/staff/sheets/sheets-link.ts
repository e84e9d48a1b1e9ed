import { addressWith, panelQueryOf } from '#web/staff/panel-address.ts'

/** The address of the printable list and labels of some orders, by their numbers; `ronda`: the round that the way back leads to. */
export function sheetsLink(numbers: readonly number[], ronda?: string): string {
	return `?${addressWith(panelQueryOf('reparto'), { ronda, hojas: numbers.join(',') }).toString()}`
}
