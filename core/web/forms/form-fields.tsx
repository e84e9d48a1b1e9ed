import { useId } from 'react'
import { useFieldError } from '#core/web/forms/action-form.tsx'
import { Field, FieldMessage, type FieldProps, SelectField } from '#core/web/ui/field.tsx'

interface FormFieldProps extends Omit<FieldProps, 'error'> {
	readonly name: string
	/** A whole number or an amount of CLP: typed as text, since a field of type `number` gives what it cannot read as empty. */
	readonly isNumber?: boolean
	/** Always valid as it is typed: without room for a message until the server sends one. */
	readonly isOptional?: boolean
}

/** A field of the form around it, with the form's message about it. */
export function FormField({ isNumber = false, isOptional = false, ...field }: FormFieldProps) {
	const error = useFieldError(field.name)
	const parts = { ...(isNumber && { inputMode: 'numeric' as const }), ...((error || !isOptional) && { error }) }
	return <Field autoComplete="off" {...parts} {...field} />
}

interface FormSelectProps {
	readonly label: string
	readonly name: string
	/** Values and their texts. */
	readonly options: readonly (readonly [value: string | number, text: string])[]
	readonly defaultValue?: string | number | undefined
	readonly disabled?: boolean
}

/** A choice of the form around it, with the form's message about it. */
export function FormSelect({ options, ...select }: FormSelectProps) {
	const error = useFieldError(select.name)
	return (
		<SelectField {...select} {...(error && { error })}>
			{options.map(([value, text]) => (
				<option key={value} value={value}>
					{text}
				</option>
			))}
		</SelectField>
	)
}

/** The form's message about choices that have no field of their own, such as radio buttons. */
export function FormMessage({ name }: { name: string }) {
	return <FieldMessage id={useId()} error={useFieldError(name)} />
}
