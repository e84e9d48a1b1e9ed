import { type GatewayMethod, metodoPagoText } from '#core/rules/payment-methods.ts'
import { formatDay } from '#core/web/ui/format-date.ts'
import { readTariff, tariffText } from '#modules/delivery/tariff.ts'
import { readGateways, type SettingRule, type SettingValue } from '#modules/settings/setting-kinds.ts'
import { type SettingKey, settingDefinitions } from '#modules/settings/settings.ts'

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
