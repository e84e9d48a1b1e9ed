import { settingTexts } from '#domain/settings/setting-text.ts'
import { type SettingKey, settingRules } from '#domain/settings/settings.ts'
import { GatewayOrder } from '#web/staff/settings/gateway-order.tsx'
import { TariffBands } from '#web/staff/settings/tariff-bands.tsx'
import { Field, SelectField } from '#web/ui/field.tsx'

/** A setting's name with what it counts, unless it begins with that: "Plazo … (días)", but "Unidades por pedido". */
const withUnit = (name: string, unit: string) => (name.toLowerCase().startsWith(unit) ? name : `${name} (${unit})`)

type Keyboard = 'text' | 'email' | 'tel' | 'numeric'
const keyboards = { line: 'text', rut: 'text', email: 'email', phone: 'tel', account: 'numeric' } as const

interface InputOf {
	readonly label: string
	readonly type: 'text' | 'date'
	readonly inputMode?: Keyboard
	readonly placeholder?: string
	readonly maxLength?: number
}

function inputOf(clave: SettingKey): InputOf {
	const rule = settingRules[clave]
	const { name } = settingTexts[clave]
	if (rule.kind === 'day') return { label: name, type: 'date' }
	if (rule.kind === 'text')
		return { label: name, type: 'text', inputMode: keyboards[rule.format], maxLength: rule.max + 10 }
	if (rule.kind !== 'number') return { label: name, type: 'text' }
	const placeholder = rule.optional ? { placeholder: 'Sin límite' } : {}
	return { label: withUnit(name, rule.unit), type: 'text', inputMode: 'numeric', maxLength: 10, ...placeholder }
}

interface SettingControlProps {
	readonly clave: SettingKey
	readonly draft: string
	readonly hint: string
	readonly error: string | undefined
	readonly disabled: boolean
	readonly onDraft: (draft: string) => void
}

/** The field that a setting of its kind is set with. */
export function SettingControl({ clave, draft, hint, error, disabled, onDraft }: SettingControlProps) {
	const { kind } = settingRules[clave]
	const common = { hint, error, disabled }
	if (kind === 'tariff')
		return <TariffBands {...common} label={settingTexts[clave].name} value={draft} onChange={onDraft} />
	if (kind === 'gateways')
		return <GatewayOrder {...common} label={settingTexts[clave].name} value={draft} onChange={onDraft} />
	if (kind === 'switch') {
		return (
			<SelectField
				{...common}
				label={settingTexts[clave].name}
				name={clave}
				value={draft}
				onChange={(event) => onDraft(event.target.value)}
			>
				<option value="true">Sí</option>
				<option value="false">No</option>
			</SelectField>
		)
	}
	return (
		<Field
			{...common}
			{...inputOf(clave)}
			name={clave}
			autoComplete="off"
			value={draft}
			onChange={(event) => onDraft(event.target.value)}
		/>
	)
}
