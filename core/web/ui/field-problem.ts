/** The validated properties of an input. */
export interface CheckedField {
	readonly type: string
	readonly validity: Pick<ValidityState, 'valid' | 'valueMissing' | 'typeMismatch' | 'tooShort' | 'patternMismatch'>
	readonly validationMessage: string
	readonly dataset: { readonly missing?: string; readonly wrong?: string }
}

/** Returns the message for an invalid field, or undefined. `data-missing` and `data-wrong` override the general messages. */
export function fieldProblem(field: CheckedField): string | undefined {
	const { validity, dataset } = field
	if (validity.valid) return undefined
	if (validity.valueMissing) return dataset.missing ?? 'Completa este campo.'
	if (dataset.wrong) return dataset.wrong
	if (field.type === 'email') return 'Ingresa un correo válido, como nombre@correo.cl.'
	return field.validationMessage || 'Revisa este campo.'
}
