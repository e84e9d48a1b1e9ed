import { actProblem } from '#core/web/panel/act.ts'
import type { ApiAnswer } from '#core/web/session/api.ts'
import type { SettingValue } from '#modules/settings/setting-kinds.ts'
import { isSettingKey, type SettingKey } from '#modules/settings/settings.ts'
import type { StaffSetting } from '#modules/settings/shapes/settings.ts'
import { readDraft } from '#modules/settings/web/setting-draft.ts'
import { rebaseSettingDraft, type SettingDrafts } from '#modules/settings/web/setting-drafts.ts'
import { settingValueText } from '#modules/settings/web/setting-value-text.ts'

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

type Refusal = Extract<ApiAnswer<unknown>, { ok: false }>

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
export function troubleOf(answer: Refusal): SettingTrouble {
	const { campo, actual } = answer.extra
	if (answer.code === 'version_distinta') {
		const { clave, valor, version } = actual as StaffSetting
		rebaseSettingDraft(clave, version)
		const now = settingValueText(clave, valor)
		return {
			clave,
			text: `Otra persona lo cambió mientras escribías: ahora dice «${now}». Guarda otra vez para dejar lo tuyo.`,
		}
	}
	const clave = typeof campo === 'string' && isSettingKey(campo) ? campo : undefined
	return { clave, text: actProblem(answer, 'Intenta nuevamente.') }
}
