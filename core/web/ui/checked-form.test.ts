import { describe, expect, it } from 'vitest'
import { type CheckedField, fieldProblem } from '#core/web/ui/checked-form.tsx'

const field = (broken: Partial<CheckedField['validity']>, rest: Partial<CheckedField> = {}): CheckedField => ({
	type: 'text',
	validationMessage: 'browser words',
	dataset: {},
	...rest,
	validity: {
		valid: Object.values(broken).every((isBroken) => !isBroken),
		valueMissing: false,
		typeMismatch: false,
		tooShort: false,
		patternMismatch: false,
		...broken,
	},
})

describe('fieldProblem', () => {
	it('returns nothing for a valid field', () => {
		expect(fieldProblem(field({}))).toBeUndefined()
	})

	it('returns the message of a missing value, the field’s own if set', () => {
		expect(fieldProblem(field({ valueMissing: true }))).toBe('Completa este campo.')
		expect(fieldProblem(field({ valueMissing: true }, { dataset: { missing: 'Ingresa tu nombre.' } }))).toBe(
			'Ingresa tu nombre.',
		)
	})

	it('shows the format of an e-mail', () => {
		expect(fieldProblem(field({ typeMismatch: true }, { type: 'email' }))).toContain('nombre@correo.cl')
	})

	it('always returns a message for an invalid field', () => {
		expect(fieldProblem(field({ patternMismatch: true }, { validationMessage: '' }))).toBe('Revisa este campo.')
	})
})
