import { readTariff } from '#domain/delivery/tariff.ts'
import type { SettingValue } from '#domain/settings/setting-kinds.ts'
import {
	type SettingKey,
	settingDefinitions,
	settingProblem,
	settingText,
	tidySetting,
} from '#domain/settings/settings.ts'
import { tariffDraft, typedTariff } from '#web/staff/settings/tariff-draft.ts'

/** A setting as it is typed. */
export function draftOf(key: SettingKey, value: SettingValue): string {
	return settingDefinitions[key].kind === 'tariff' ? tariffDraft(readTariff(settingText(value))) : settingText(value)
}

function typedValue(key: SettingKey, text: string): SettingValue {
	const { kind } = settingDefinitions[key]
	if (kind === 'switch') return text === 'true'
	if (text === '') return null
	if (kind === 'tariff') return typedTariff(text)
	// With the points that Chileans write thousands with.
	return kind === 'number' ? Number(text.replaceAll('.', '')) : tidySetting(key, text)
}

/** The value that a draft stands for, or why it stands for none. */
export function readDraft(key: SettingKey, draft: string): { value: SettingValue } | { problem: string } {
	const value = typedValue(key, draft.trim())
	const problem = settingProblem(key, value)
	return problem === undefined ? { value } : { problem }
}
