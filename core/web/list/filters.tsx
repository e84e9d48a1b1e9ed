import { type ReactNode, useEffect, useRef, useState } from 'react'
import { usePanelAddress, without } from '#core/web/panel/panel-parts.tsx'
import { Field, type FieldProps, type Options, SelectField } from '#core/web/ui/fields.tsx'
import { Icon } from '#core/web/ui/parts.tsx'

interface FilterBoxProps {
	/** Parameters of the address that filter; their number is shown. */
	readonly filters: readonly string[]
	/** Parameters that 'Quitar filtros' removes. */
	readonly clears: readonly string[]
	/** A filter without a field: its button removes it. */
	readonly single?: { readonly param: string; readonly label: string } | undefined
	/** The fields. */
	readonly children: ReactNode
}

/** The filters of a list, folded: the rows stay in sight. Each choice counts at once and is part of the address. */
export function FilterBox({ filters, clears, single, children }: FilterBoxProps) {
	const { text, change } = usePanelAddress()
	const isChosen = (param: string) => text(param) !== ''
	const chosen = filters.filter(isChosen).length
	const summary = useRef<HTMLElement>(null)
	/** Removes filters with a button that disappears with them; the focus moves first. */
	function clear(params: readonly string[]): void {
		summary.current?.focus()
		change(without(params))
	}
	return (
		<>
			<details className="staff-filters">
				<summary ref={summary}>
					<span>Filtros</span>
					{chosen > 0 && <span className="staff-count">{chosen}</span>}
				</summary>
				<div className="staff-filter-row stack">{children}</div>
			</details>
			{single && (
				<button type="button" className="staff-action" onClick={() => clear([single.param])}>
					<span className="visually-hidden">Quitar el filtro: </span>
					<span>{single.label}</span>
					<Icon name="close" />
				</button>
			)}
			{clears.some(isChosen) && (
				<button type="button" className="link staff-clear" onClick={() => clear(clears)}>
					Quitar filtros
				</button>
			)}
		</>
	)
}

interface ChoiceFieldProps {
	/** The parameter of the address that holds the choice. */
	readonly param: string
	readonly label: string
	readonly options: Options
	readonly className?: string
}

/** One choice of a list, which counts at once. */
export function ChoiceField({ param, ...field }: ChoiceFieldProps) {
	const { text, change } = usePanelAddress()
	return <SelectField {...field} value={text(param)} onChange={({ target }) => change({ [param]: target.value })} />
}

/** The first and the last day of the rows of a list. */
export function DayFields() {
	const { text, change } = usePanelAddress()
	const [desde, hasta] = [text('desde'), text('hasta')]
	return (
		<>
			<DateField label="Desde" max={hasta} value={desde} onChoose={(chosen) => change({ desde: chosen })} />
			<DateField label="Hasta" min={desde} value={hasta} onChoose={(chosen) => change({ hasta: chosen })} />
		</>
	)
}

interface DateFieldProps extends Pick<FieldProps, 'label' | 'min' | 'max' | 'required'> {
	/** The date that counts, or nothing. */
	readonly value: string
	readonly onChoose: (value: string) => void
}

/**
 * A date filter of the address. A partly typed date stays local to the field until it is complete: a controlled value
 * would clear it after the first digits.
 */
export function DateField({ value, onChoose, ...field }: DateFieldProps) {
	const [draft, setDraft] = useState<string>()
	function choose(chosen: string): void {
		if (chosen !== value) onChoose(chosen)
	}
	return (
		<Field
			{...field}
			type="date"
			value={draft ?? value}
			onChange={({ target }) => {
				setDraft(target.value)
				if (isWholeDate(target.value, target.validity.badInput)) choose(target.value)
			}}
			onKeyDown={({ key, currentTarget }) => {
				if (key === 'Enter' && !currentTarget.validity.badInput) choose(currentTarget.value)
			}}
			onBlur={({ target }) => {
				// A date without its month is none: the one that counts is shown again.
				if (target.validity.badInput) target.value = value
				else choose(target.value)
				setDraft(undefined)
			}}
		/>
	)
}

/** Years below are a year half typed: `2026` passes through `0002`, `0020` and `0202`. */
const firstYear = 2000

/** Whether a date field holds what was meant, so that it counts at once. A cleared field does, one half filled in does not. */
export function isWholeDate(value: string, isHalfFilled: boolean): boolean {
	return value === '' ? !isHalfFilled : Number(value.slice(0, value.indexOf('-'))) >= firstYear
}

interface ChipsProps<Value extends string> {
	/** The name of the choice, for screen readers. */
	readonly legend?: string
	readonly options: Options<Value>
	readonly value: string
	readonly onChoose: (value: Value) => void
}

/** One choice of a few, each a button. Arriving at a choice shows it, also in a row that a phone scrolls. */
export function Chips<Value extends string>({ legend = 'Mostrar', options, value, onChoose }: ChipsProps<Value>) {
	const row = useRef<HTMLFieldSetElement>(null)
	useEffect(() => {
		const chosen = row.current?.querySelector<HTMLElement>('[aria-pressed="true"]')
		if (!row.current || !chosen) return
		const { left, width } = row.current.getBoundingClientRect()
		const place = chosen.getBoundingClientRect()
		row.current.scrollLeft += place.left - left - (width - place.width) / 2
	}, [])
	return (
		<fieldset ref={row} className="chips">
			<legend className="visually-hidden">{legend}</legend>
			{options.map(([option, text]) => (
				<button
					key={option}
					type="button"
					className="staff-action"
					aria-pressed={value === option}
					onClick={() => onChoose(option)}
				>
					{text}
				</button>
			))}
		</fieldset>
	)
}
