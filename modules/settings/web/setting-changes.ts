import { type GatewayMethod, metodoPagoText } from '#core/rules/payment-methods.ts'
import { actProblem } from '#core/web/panel/act.ts'
import type { ApiAnswer } from '#core/web/session/api.ts'
import { formatDay } from '#core/web/ui/format-date.ts'
import { readTariff, tariffText } from '#modules/delivery/tariff.ts'
import { readGateways, type SettingRule, type SettingValue } from '#modules/settings/setting-kinds.ts'
import { isSettingKey, type SettingKey, settingDefinitions } from '#modules/settings/settings.ts'
import type { StaffSetting } from '#modules/settings/shapes.ts'
import { readDraft, rebaseSettingDraft, type SettingDrafts } from '#modules/settings/web/setting-draft.ts'

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

const number = new Intl.NumberFormat('es-CL')

const gatewayNames = (names: readonly GatewayMethod[]) => names.map((name) => metodoPagoText[name]).join(', ')

/** Formats a setting's value for people. */
export function settingValueText(key: SettingKey, value: SettingValue): string {
	const rule: SettingRule = settingDefinitions[key]
	if (value === null || value === '') return rule.kind === 'gateways' ? 'ninguna' : 'vacío'
	if (typeof value === 'boolean') return value ? 'sí' : 'no'
	if (rule.kind === 'choice') return rule.options[String(value)] ?? String(value)
	if (rule.kind === 'number') return `${number.format(Number(value))} ${rule.unit}`
	if (rule.kind === 'gateways') return gatewayNames(readGateways(String(value)) ?? [])
	if (rule.kind === 'tariff') return tariffText(readTariff(String(value)))
	return rule.kind === 'day' ? formatDay(String(value)) : String(value)
}
