import { describe, expect, it } from 'vitest'
import { type CheckedField, fieldProblem } from '#web/ui/field-problem.ts'

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
	it('says nothing of a field that is right', () => {
		expect(fieldProblem(field({}))).toBeUndefined()
	})

	it('asks for what is missing, in the field’s own words when it has some', () => {
		expect(fieldProblem(field({ valueMissing: true }))).toBe('Completa este campo.')
		expect(fieldProblem(field({ valueMissing: true }, { dataset: { missing: 'Ingresa tu nombre.' } }))).toBe(
			'Ingresa tu nombre.',
		)
	})

	it('shows how an e-mail looks', () => {
		expect(fieldProblem(field({ typeMismatch: true }, { type: 'email' }))).toContain('nombre@correo.cl')
	})

	it('never leaves a broken field without words', () => {
		expect(fieldProblem(field({ patternMismatch: true }, { validationMessage: '' }))).toBe('Revisa este campo.')
	})
})
