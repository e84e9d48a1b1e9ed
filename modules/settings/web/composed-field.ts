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
