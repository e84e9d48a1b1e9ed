import { type Tariff, tariffValue } from '#domain/delivery/tariff.ts'
import { kilometersText } from '#domain/delivery/tariff-text.ts'

/** A band as it is typed: kilometres and pesos. */
export interface BandDraft {
	readonly km: string
	readonly costo: string
}

/** Bands as the text of one draft: a line each, `km:pesos`. */
export const joinBands = (bands: readonly BandDraft[]): string =>
	bands.map(({ km, costo }) => `${km}:${costo}`).join('\n')

/** The bands of a draft. */
export function splitBands(draft: string): BandDraft[] {
	return draft.split('\n').map((line) => {
		const [km = '', costo = ''] = line.split(':')
		return { km, costo }
	})
}

/** A tariff as it is typed. */
export const tariffDraft = (tariff: Tariff): string =>
	joinBands(tariff.map(({ hasta_m, costo }) => ({ km: kilometersText(hasta_m), costo: String(costo) })))

/** Kilometres with a comma or a point as metres; not a number where they are none. */
function metersOf(km: string): number {
	return /^\s*\d{1,3}([.,]\d{1,3})?\s*$/.test(km) ? Math.round(Number(km.replace(',', '.')) * 1_000) : Number.NaN
}

/** Pesos as they are written in Chile, `3500`, `3.500` or `$3.500`; "gratis" and nothing are none. */
function costoOf(text: string): number {
	const bare = text.trim().replace(/^\$\s*/, '')
	if (/^(gratis)?$/i.test(bare)) return 0
	return /^\d{1,3}(\.\d{3})+$|^\d+$/.test(bare) ? Number(bare.replaceAll('.', '')) : Number.NaN
}

/** What a draft stands for, as it is kept; a text that is no tariff where it stands for none. */
export function typedTariff(draft: string): string {
	return tariffValue(splitBands(draft).map(({ km, costo }) => ({ hasta_m: metersOf(km), costo: costoOf(costo) })))
}
