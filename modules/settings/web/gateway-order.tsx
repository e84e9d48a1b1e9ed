import { useId } from 'react'
import { type GatewayMethod, gatewayMethods, metodoPagoText } from '#core/rules/payment-methods.ts'
import { FieldMessage } from '#core/web/ui/fields.tsx'
import { readGateways } from '#modules/settings/setting-kinds.ts'
import type { ComposedFieldProps } from '#modules/settings/web/composed-field.ts'

/** Returns the offered gateways in order, followed by the others. */
function rowsOf(offered: readonly GatewayMethod[]): readonly GatewayMethod[] {
	return [...offered, ...gatewayMethods.filter((name) => !offered.includes(name))]
}

/** Chooses the offered gateways and their order. */
export function GatewayOrder({ label, hint, error, disabled, value, onChange }: ComposedFieldProps) {
	const id = useId()
	const offered = value === '' ? [] : (readGateways(value) ?? [])
	const change = (names: readonly GatewayMethod[]) => onChange(names.join(','))
	const moveUp = (name: GatewayMethod) => {
		const at = offered.indexOf(name)
		change(offered.with(at - 1, name).with(at, offered[at - 1] ?? name))
	}
	return (
		<fieldset className="field gateway-order" aria-describedby={`${id}-hint`} disabled={disabled}>
			<legend>{label}</legend>
			<ol>
				{rowsOf(offered).map((name, at) => {
					const isOffered = offered.includes(name)
					return (
						<li key={name}>
							<label className="choice-line">
								<input
									type="checkbox"
									checked={isOffered}
									onChange={() => change(isOffered ? offered.filter((one) => one !== name) : [...offered, name])}
								/>
								<span>{metodoPagoText[name]}</span>
							</label>
							{isOffered && at > 0 && (
								<button type="button" className="staff-action" onClick={() => moveUp(name)}>
									Subir<span className="visually-hidden">{` ${metodoPagoText[name]}`}</span>
								</button>
							)}
						</li>
					)
				})}
			</ol>
			<FieldMessage id={id} hint={hint} error={error} />
		</fieldset>
	)
}
