import { useId } from 'react'
import { Field, FieldMessage } from '#core/web/ui/fields.tsx'
import { mostBands } from '#modules/delivery/tariff.ts'
import type { ComposedFieldProps } from '#modules/settings/web/composed-field.ts'
import { type BandDraft, joinBands, splitBands } from '#modules/settings/web/tariff-draft.ts'

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
