import {
	type SettingKey,
	type SettingValue,
	settingProblem,
	settingRules,
	settingText,
} from '#domain/settings/settings.ts'

/** A setting as it is typed; a number with the points that Chileans write thousands with. */
export const draftOf = (value: SettingValue): string => settingText(value)

/** The value that a draft stands for, or why it stands for none. */
export function readDraft(key: SettingKey, draft: string): { value: SettingValue } | { problem: string } {
	const text = draft.trim()
	const isNumber = settingRules[key].kind === 'number'
	const value = text === '' ? null : isNumber ? Number(text.replaceAll('.', '')) : text
	const problem = settingProblem(key, value)
	return problem === undefined ? { value } : { problem }
}
