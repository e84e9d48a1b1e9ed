import { kilometersText, type Tariff, tariffValue } from '#modules/delivery/tariff.ts'

/** A band as typed: kilometres and CLP. */
export interface BandDraft {
	readonly km: string
	readonly costo: string
}

/** Joins bands into one draft: a line each, `km:pesos`. */
export const joinBands = (bands: readonly BandDraft[]): string =>
	bands.map(({ km, costo }) => `${km}:${costo}`).join('\n')

export function splitBands(draft: string): BandDraft[] {
	return draft.split('\n').map((line) => {
		const [km = '', costo = ''] = line.split(':')
		return { km, costo }
	})
}

/** Returns the draft of a tariff. */
export const tariffDraft = (tariff: Tariff): string =>
	joinBands(tariff.map(({ hasta_m, costo }) => ({ km: kilometersText(hasta_m), costo: String(costo) })))

/** Converts kilometres with a decimal comma or point to metres; NaN for any other text. */
function metersOf(km: string): number {
	return /^\s*\d{1,3}([.,]\d{1,3})?\s*$/.test(km) ? Math.round(Number(km.replace(',', '.')) * 1_000) : Number.NaN
}

/** Parses CLP: `3500`, `3.500` or `$3.500`; "gratis" and an empty text are 0. */
function costoOf(text: string): number {
	const bare = text.trim().replace(/^\$\s*/, '')
	if (/^(gratis)?$/i.test(bare)) return 0
	return /^\d{1,3}(\.\d{3})+$|^\d+$/.test(bare) ? Number(bare.replaceAll('.', '')) : Number.NaN
}

/** Returns the stored format of a draft; contains NaN, which validation rejects, for unreadable numbers. */
export function typedTariff(draft: string): string {
	return tariffValue(splitBands(draft).map(({ km, costo }) => ({ hasta_m: metersOf(km), costo: costoOf(costo) })))
}
