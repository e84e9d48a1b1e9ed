import { useSyncExternalStore } from 'react'
import { createDraft, withEntry } from '#core/web/edit/edits-store.ts'
import { kilometersText, readTariff, type Tariff, tariffValue } from '#modules/delivery/tariff.ts'
import type { SettingValue } from '#modules/settings/setting-kinds.ts'
import {
	type SettingKey,
	settingDefinitions,
	settingProblem,
	settingText,
	tidySetting,
} from '#modules/settings/settings.ts'

/** Returns the draft text of a stored value. */
export function draftOf(key: SettingKey, value: SettingValue): string {
	return settingDefinitions[key].kind === 'tariff' ? tariffDraft(readTariff(settingText(value))) : settingText(value)
}

function typedValue(key: SettingKey, text: string): SettingValue {
	const { kind } = settingDefinitions[key]
	if (kind === 'switch') return text === 'true'
	if (text === '') return null
	if (kind === 'tariff') return typedTariff(text)
	// Removes Chile's thousands separators.
	return kind === 'number' ? Number(text.replaceAll('.', '')) : tidySetting(key, text)
}

/** Parses a draft. Returns the value or the error. */
export function readDraft(key: SettingKey, draft: string): { value: SettingValue } | { problem: string } {
	const value = typedValue(key, draft.trim())
	const problem = settingProblem(key, value)
	return problem === undefined ? { value } : { problem }
}

/** A draft with the version that was shown at the start of the edit. */
interface SettingDraft {
	readonly typed: string
	readonly version: number
}

export type SettingDrafts = ReadonlyMap<SettingKey, SettingDraft>

const drafts = createDraft<SettingDrafts>(new Map(), (typed) => typed.size === 0)

export const useSettingDrafts = (): SettingDrafts => useSyncExternalStore(drafts.subscribe, drafts.get)

/** Stores the draft of a setting, or removes it when `draft` is undefined. */
export function writeSettingDraft(key: SettingKey, draft: SettingDraft | undefined): void {
	drafts.set(withEntry(drafts.get(), key, draft))
}

/** Removes a saved draft. If its text changed during the request, it remains a draft on the new version. */
export function finishSettingDraft(key: SettingKey, sent: string, version: number): void {
	const now = drafts.get().get(key)
	if (now) writeSettingDraft(key, now.typed === sent ? undefined : { ...now, version })
}

/** Moves a draft to the version of a concurrent change, so saving again overwrites it. */
export function rebaseSettingDraft(key: SettingKey, version: number): void {
	const now = drafts.get().get(key)
	if (now) writeSettingDraft(key, { ...now, version })
}

/** Returns every draft, outside of components. */
export const settingDrafts = (): SettingDrafts => drafts.get()

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
