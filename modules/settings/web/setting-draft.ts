import { useSyncExternalStore } from 'react'
import { metodoPagoText } from '#core/rules/payment-methods.ts'
import { createDraft, withEntry } from '#core/web/edit/edits-store.ts'
import { actProblem } from '#core/web/panel/act.ts'
import type { ApiAnswer } from '#core/web/session/api.ts'
import { formatDay } from '#core/web/ui/format-date.ts'
import { kilometersText, readTariff, type Tariff, tariffText, tariffValue } from '#modules/delivery/tariff.ts'
import { readGateways, type SettingRule, type SettingValue } from '#modules/settings/setting-kinds.ts'
import {
	isSettingKey,
	type SettingKey,
	settingDefinitions,
	settingProblem,
	settingText,
	tidySetting,
} from '#modules/settings/settings.ts'
import type { StaffSetting } from '#modules/settings/shapes.ts'

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

/** Returns every draft, outside of components. */
export const settingDrafts = (): SettingDrafts => drafts.get()

/** A new value of a setting with the version that it replaces. */
export interface SettingChange {
	readonly clave: SettingKey
	readonly valor: SettingValue
	readonly version: number
}

/** Why the save failed. `clave`: the affected setting, if there is one. */
export interface SettingTrouble {
	readonly clave: SettingKey | undefined
	readonly text: string
}

/** Parses the drafts of some settings. Returns the changes, or the first error. */
export function readDrafts(settings: readonly StaffSetting[], drafts: SettingDrafts): SettingChange[] | SettingTrouble {
	const changes: SettingChange[] = []
	for (const { clave } of settings) {
		const draft = drafts.get(clave)
		if (!draft) continue
		const read = readDraft(clave, draft.typed)
		if ('problem' in read) return { clave, text: read.problem }
		changes.push({ clave, valor: read.value, version: draft.version })
	}
	return changes
}

/** Returns the message of a rejected save. A version conflict rebases the draft, so saving again overwrites. */
export function troubleOf(answer: Extract<ApiAnswer<unknown>, { ok: false }>): SettingTrouble {
	const { campo, actual } = answer.extra
	if (answer.code === 'version_distinta') {
		const { clave, valor, version } = actual as StaffSetting
		const draft = drafts.get().get(clave)
		if (draft) writeSettingDraft(clave, { ...draft, version })
		const now = settingValueText(clave, valor)
		return {
			clave,
			text: `Otra persona lo cambió mientras escribías: ahora dice «${now}». Guarda otra vez para dejar lo tuyo.`,
		}
	}
	const clave = typeof campo === 'string' && isSettingKey(campo) ? campo : undefined
	return { clave, text: actProblem(answer, 'Intenta nuevamente.') }
}

const number = new Intl.NumberFormat('es-CL')

export function settingValueText(key: SettingKey, value: SettingValue): string {
	const rule: SettingRule = settingDefinitions[key]
	if (value === null || value === '') return rule.kind === 'gateways' ? 'ninguna' : 'vacío'
	if (typeof value === 'boolean') return value ? 'sí' : 'no'
	if (rule.kind === 'choice') return rule.options[String(value)] ?? String(value)
	if (rule.kind === 'number') return `${number.format(Number(value))} ${rule.unit}`
	if (rule.kind === 'gateways') {
		const names = readGateways(String(value)) ?? []
		return names.map((name) => metodoPagoText[name]).join(', ')
	}
	if (rule.kind === 'tariff') return tariffText(readTariff(String(value)))
	return rule.kind === 'day' ? formatDay(String(value)) : String(value)
}

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
