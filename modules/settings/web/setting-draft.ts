import { readTariff } from '#modules/delivery/tariff.ts'
import type { SettingValue } from '#modules/settings/setting-kinds.ts'
import {
	type SettingKey,
	settingDefinitions,
	settingProblem,
	settingText,
	tidySetting,
} from '#modules/settings/settings.ts'
import { tariffDraft, typedTariff } from '#modules/settings/web/tariff-draft.ts'

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
