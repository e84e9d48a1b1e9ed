import { useState } from 'react'
import { isWholeDate } from '#core/web/list/date-draft.ts'
import { Field, type FieldProps } from '#core/web/ui/field.tsx'

interface DateFieldProps extends Pick<FieldProps, 'label' | 'min' | 'max' | 'required'> {
	/** The date that counts, or nothing. */
	readonly value: string
	readonly onChoose: (value: string) => void
}

/**
 * A date of a choice that stands in the address. What is being typed is the field's own until it is a date: put back while
 * only its day is there, a date could not be typed.
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
