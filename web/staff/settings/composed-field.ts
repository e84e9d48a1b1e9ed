/** What a field of several controls is given, whose value is one text. */
export interface ComposedFieldProps {
	readonly label: string
	readonly hint: string
	readonly error: string | undefined
	readonly disabled: boolean
	/** As the setting keeps it. */
	readonly value: string
	readonly onChange: (value: string) => void
}
