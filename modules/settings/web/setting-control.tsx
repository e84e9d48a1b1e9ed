import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { type GatewayMethod, gatewayMethods, metodoPagoText } from '#core/rules/payment-methods.ts'
import { actProblem } from '#core/web/panel/act.ts'
import { call } from '#core/web/session/api.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { Field, FieldMessage, SelectField, TextAreaField } from '#core/web/ui/fields.tsx'
import { mostBands } from '#modules/delivery/tariff.ts'
import { findPosition } from '#modules/settings/endpoints.ts'
import { readGateways, type SettingRule, type TextFormat } from '#modules/settings/setting-kinds.ts'
import { type SettingKey, settingDefinitions, settingLabel } from '#modules/settings/settings.ts'
import { HolidayTicks } from '#modules/settings/web/holiday-ticks.tsx'
import { type BandDraft, joinBands, splitBands } from '#modules/settings/web/setting-draft.ts'

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
	if (rule.kind !== 'text' || disabled) return field
	return (
		<>
			{field}
			{rule.format === 'position' && <AddressFinder onFound={onDraft} />}
			{rule.format === 'days' && <HolidayTicks value={draft} onChange={onDraft} />}
		</>
	)
}

/** Props of a field that edits one text with several controls. */
export interface ComposedFieldProps {
	readonly label: string
	readonly hint: string
	readonly error: string | undefined
	readonly disabled: boolean
	/** In the format of the stored setting. */
	readonly value: string
	readonly onChange: (value: string) => void
}

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

interface BandProps {
	readonly band: BandDraft
	readonly position: number
	readonly onChange: (band: BandDraft) => void
	/** Undefined for the only band. */
	readonly onRemove: (() => void) | undefined
}

function Band({ band, position, onChange, onRemove }: BandProps) {
	return (
		<li className="tariff-band stack tight">
			<Field
				label={`Tramo ${position}: hasta (km)`}
				name={`hasta-${position}`}
				inputMode="decimal"
				autoComplete="off"
				maxLength={7}
				value={band.km}
				onChange={(event) => onChange({ ...band, km: event.target.value.replace(/[:\n]/g, '') })}
			/>
			<Field
				label="Precio ($)"
				name={`costo-${position}`}
				inputMode="numeric"
				autoComplete="off"
				maxLength={9}
				value={band.costo}
				onChange={(event) => onChange({ ...band, costo: event.target.value.replace(/[:\n]/g, '') })}
			/>
			{onRemove && (
				<button type="button" className="staff-action" onClick={onRemove}>
					Quitar<span className="visually-hidden">{` tramo ${position}`}</span>
				</button>
			)}
		</li>
	)
}

/** Delivery prices by distance: one row per band, nearest first. */
export function TariffBands({ label, hint, error, disabled, value, onChange }: ComposedFieldProps) {
	const id = useId()
	const bands = splitBands(value)
	const change = (next: readonly BandDraft[]) => onChange(joinBands(next))
	return (
		<fieldset className="field tariff-bands" aria-describedby={`${id}-hint`} disabled={disabled}>
			<legend>{label}</legend>
			<ol>
				{bands.map((band, at) => (
					<Band
						// biome-ignore lint/suspicious/noArrayIndexKey: a band is its place in the list
						key={at}
						band={band}
						position={at + 1}
						onChange={(next) => change(bands.with(at, next))}
						onRemove={bands.length > 1 ? () => change(bands.toSpliced(at, 1)) : undefined}
					/>
				))}
			</ol>
			{bands.length < mostBands && (
				<button type="button" className="staff-action" onClick={() => change([...bands, { km: '', costo: '' }])}>
					Agregar tramo
				</button>
			)}
			<p className="muted small">Un precio de 0 es gratis; solo puede serlo el primer tramo.</p>
			<FieldMessage id={id} hint={hint} error={error} />
		</fieldset>
	)
}

/** Finds the coordinates of an address. */
export function AddressFinder({ onFound }: { onFound: (position: string) => void }) {
	const [address, setAddress] = useState('')
	const [result, setResult] = useState<{ readonly problem?: string; readonly found?: string }>({})
	const search = useMutation({ mutationFn: (direccion: string) => call(findPosition, { query: { direccion } }) })
	async function find(): Promise<void> {
		const direccion = address.trim()
		if (direccion.length < 3) return setResult({ problem: 'Escribe una dirección con su número y su comuna.' })
		const answer = await search.mutateAsync(direccion)
		if (!answer.ok) return setResult({ problem: actProblem(answer, 'Intenta nuevamente.') })
		setResult({ found: `Es ${answer.data.direccion}. Mira en el mapa con «Ver cómo queda».` })
		onFound(answer.data.posicion)
	}
	function onKeyDown(event: KeyboardEvent): void {
		if (event.key !== 'Enter') return
		// The surrounding form would save on submit.
		event.preventDefault()
		void find()
	}
	return (
		<div className="address-finder stack tight">
			<Field
				label="Encontrarla por su dirección"
				autoComplete="street-address"
				maxLength={160}
				value={address}
				error={result.problem}
				hint={result.found ?? 'Como «Moneda 970, Santiago».'}
				onChange={(event) => setAddress(event.target.value)}
				onKeyDown={onKeyDown}
			/>
			<Button look="outline" isBusy={search.isPending} onClick={() => void find()}>
				Buscar<span className="visually-hidden"> la dirección</span>
			</Button>
		</div>
	)
}
