import { useMutation } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import { type GatewayMethod, gatewayMethods, metodoPagoText } from '#core/rules/payment-methods.ts'
import { dayIn } from '#core/rules/times.ts'
import { actProblem } from '#core/web/panel/act.ts'
import { call } from '#core/web/session/api.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { Field, FieldMessage, SelectField, TextAreaField } from '#core/web/ui/fields.tsx'
import { chileanHolidays, holidaysWith, readHolidays } from '#modules/delivery/holidays.ts'
import { mostBands } from '#modules/delivery/tariff.ts'
import { findPosition } from '#modules/settings/endpoints.ts'
import { readGateways, type SettingRule, type TextFormat } from '#modules/settings/setting-kinds.ts'
import { type SettingKey, settingDefinitions, settingLabel } from '#modules/settings/settings.ts'
import { type BandDraft, joinBands, splitBands } from '#modules/settings/web/setting-draft.ts'

/** Returns the name with its unit, unless the name starts with it: "Plazo … (días)", but "Unidades por pedido". */
const withUnit = (name: string, unit: string) => (name.toLowerCase().startsWith(unit) ? name : `${name} (${unit})`)

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
} as const satisfies Record<TextFormat, string>

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
	const common = { label: settingLabel(clave), hint, error, disabled, value: draft }
	const onChange = ({ target }: { readonly target: { readonly value: string } }) => onDraft(target.value)
	const typed = { ...common, name: clave, autoComplete: 'off', onChange }
	switch (rule.kind) {
		case 'tariff':
			return <TariffBands {...common} onChange={onDraft} />
		case 'gateways':
			return <GatewayOrder {...common} onChange={onDraft} />
		case 'choice':
			return <SelectField {...common} name={clave} options={Object.entries(rule.options)} onChange={onChange} />
		case 'switch':
			return <SelectField {...common} name={clave} options={yesOrNo} onChange={onChange} />
		case 'day':
			return <Field {...typed} type="date" />
		case 'number': {
			const unset = rule.unit === 'usos' ? 'Sin límite' : 'Sin anotar'
			return (
				<Field
					{...typed}
					label={withUnit(common.label, rule.unit)}
					type="text"
					inputMode="numeric"
					maxLength={10}
					placeholder={rule.optional ? unset : undefined}
				/>
			)
		}
		case 'text':
			if (rule.format === 'questions') return <TextAreaField {...typed} rows={12} />
			return (
				<>
					<Field {...typed} type="text" inputMode={keyboards[rule.format]} maxLength={rule.max + 10} />
					{rule.format === 'position' && !disabled && <AddressFinder onFound={onDraft} />}
					{rule.format === 'days' && !disabled && <HolidayTicks value={draft} onChange={onDraft} />}
				</>
			)
	}
}

const yesOrNo = [
	['true', 'Sí'],
	['false', 'No'],
] as const

/** Props of a field that edits one text with several controls. */
interface ComposedFieldProps {
	readonly label: string
	readonly hint: string
	readonly error: string | undefined
	readonly disabled: boolean
	/** In the format of the stored setting. */
	readonly value: string
	readonly onChange: (value: string) => void
}

/** Chooses the offered gateways and their order. */
function GatewayOrder({ label, hint, error, disabled, value, onChange }: ComposedFieldProps) {
	const id = useId()
	const offered = value === '' ? [] : (readGateways(value) ?? [])
	const others = gatewayMethods.filter((name) => !offered.includes(name))
	const change = (names: readonly GatewayMethod[]) => onChange(names.join(','))
	const moveUp = (name: GatewayMethod) => {
		const at = offered.indexOf(name)
		change(offered.with(at - 1, name).with(at, offered[at - 1] ?? name))
	}
	return (
		<fieldset className="field gateway-order" aria-describedby={`${id}-hint`} disabled={disabled}>
			<legend>{label}</legend>
			<ol>
				{[...offered, ...others].map((name, at) => {
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
function TariffBands({ label, hint, error, disabled, value, onChange }: ComposedFieldProps) {
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
function AddressFinder({ onFound }: { onFound: (position: string) => void }) {
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

const days = new Intl.DateTimeFormat('es-CL', {
	weekday: 'short',
	day: 'numeric',
	month: 'short',
	year: 'numeric',
	timeZone: 'UTC',
})

/** Chile's holidays from today to the end of next year, each ticked while the setting contains it. */
function HolidayTicks({ value, onChange }: Pick<ComposedFieldProps, 'value' | 'onChange'>) {
	const today = dayIn(new Date())
	const year = Number(today.slice(0, 4))
	const coming = [year, year + 1].flatMap(chileanHolidays).filter(({ day }) => day >= today)
	const chosen = readHolidays(value)
	const missing = coming.map(({ day }) => day).filter((day) => !chosen.has(day))
	return (
		<fieldset className="holidays">
			<legend>Feriados de Chile</legend>
			<p className="muted small">Según las leyes vigentes; las elecciones se agregan a mano.</p>
			{missing.length > 0 && (
				<Button look="outline" onClick={() => onChange(holidaysWith(value, missing))}>
					{missing.length === 1 ? 'Marcar el que falta' : `Marcar los ${missing.length} que faltan`}
				</Button>
			)}
			<div className="holiday-days">
				{coming.map(({ day, name }) => (
					<label key={day} className="choice-line">
						<input
							type="checkbox"
							checked={chosen.has(day)}
							onChange={({ target }) =>
								onChange(target.checked ? holidaysWith(value, [day]) : holidaysWith(value, [], [day]))
							}
						/>
						<span>{`${days.format(new Date(`${day}T00:00:00Z`))} · ${name}`}</span>
					</label>
				))}
			</div>
		</fieldset>
	)
}
