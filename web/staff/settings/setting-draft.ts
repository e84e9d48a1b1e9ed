import type { SettingValue } from '#domain/settings/setting-kinds.ts'
import { type SettingKey, settingProblem, settingRules, settingText, tidySetting } from '#domain/settings/settings.ts'

/** A setting as it is typed; a number with the points that Chileans write thousands with. */
export const draftOf = (value: SettingValue): string => settingText(value)

function typedValue(key: SettingKey, text: string): SettingValue {
	const { kind } = settingRules[key]
	if (kind === 'switch') return text === 'true'
	if (text === '') return null
	return kind === 'number' ? Number(text.replaceAll('.', '')) : tidySetting(key, text)
}

/** The value that a draft stands for, or why it stands for none. */
export function readDraft(key: SettingKey, draft: string): { value: SettingValue } | { problem: string } {
	const value = typedValue(key, draft.trim())
	const problem = settingProblem(key, value)
	return problem === undefined ? { value } : { problem }
}
