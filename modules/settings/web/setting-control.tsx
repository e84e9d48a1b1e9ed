import { Field, SelectField, TextAreaField } from '#core/web/ui/fields.tsx'
import type { SettingRule, TextFormat } from '#modules/settings/setting-kinds.ts'
import { type SettingKey, settingDefinitions, settingLabel } from '#modules/settings/settings.ts'
import { AddressFinder } from '#modules/settings/web/address-finder.tsx'
import { GatewayOrder } from '#modules/settings/web/gateway-order.tsx'
import { TariffBands } from '#modules/settings/web/tariff-bands.tsx'

/** Returns the name with its unit, unless the name starts with it: "Plazo … (días)", but "Unidades por pedido". */
const withUnit = (name: string, unit: string) => (name.toLowerCase().startsWith(unit) ? name : `${name} (${unit})`)

type Keyboard = 'text' | 'email' | 'tel' | 'numeric' | 'decimal'
const keyboards = {
	line: 'text',
	rut: 'text',
	email: 'email',
	phone: 'tel',
	account: 'numeric',
	questions: 'text',
	position: 'text',
	days: 'text',
	percent: 'decimal',
} as const satisfies Record<TextFormat, Keyboard>

interface InputOf {
	readonly label: string
	readonly type: 'text' | 'date'
	readonly inputMode?: Keyboard
	readonly placeholder?: string
	readonly maxLength?: number
}

function inputOf(clave: SettingKey): InputOf {
	const rule = settingDefinitions[clave]
	const name = settingLabel(clave)
	if (rule.kind === 'day') return { label: name, type: 'date' }
	if (rule.kind === 'text')
		return { label: name, type: 'text', inputMode: keyboards[rule.format], maxLength: rule.max + 10 }
	if (rule.kind !== 'number') return { label: name, type: 'text' }
	const placeholder = rule.optional ? { placeholder: rule.unit === 'usos' ? 'Sin límite' : 'Sin anotar' } : {}
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

/** The form control for the setting's kind. */
export function SettingControl({ clave, draft, hint, error, disabled, onDraft }: SettingControlProps) {
	const rule: SettingRule = settingDefinitions[clave]
	const label = settingLabel(clave)
	const common = { label, hint, error, disabled, value: draft }
	if (rule.kind === 'tariff') return <TariffBands {...common} onChange={onDraft} />
	if (rule.kind === 'gateways') return <GatewayOrder {...common} onChange={onDraft} />
	if (rule.kind === 'choice') {
		return (
			<SelectField {...common} name={clave} onChange={(event) => onDraft(event.target.value)}>
				{Object.entries(rule.options).map(([value, text]) => (
					<option key={value} value={value}>
						{text}
					</option>
				))}
			</SelectField>
		)
	}
	if (rule.kind === 'switch') {
		return (
			<SelectField {...common} name={clave} onChange={(event) => onDraft(event.target.value)}>
				<option value="true">Sí</option>
				<option value="false">No</option>
			</SelectField>
		)
	}
	const typed = { ...common, name: clave, autoComplete: 'off' }
	if (rule.kind === 'text' && rule.format === 'questions')
		return <TextAreaField {...typed} rows={12} onChange={(event) => onDraft(event.target.value)} />
	const field = <Field {...typed} {...inputOf(clave)} onChange={(event) => onDraft(event.target.value)} />
	if (rule.kind !== 'text' || rule.format !== 'position' || disabled) return field
	return (
		<>
			{field}
			<AddressFinder onFound={onDraft} />
		</>
	)
}
