import { type Failure, fail } from '#core/contract/failure.ts'
import type { EditRequest } from '#core/contract/lists.ts'
import { isMember } from '#core/rules/values.ts'

/** An edit as sent: its fields, and the version on which it is based, if any. */
export interface SentEdit {
	readonly fields: EditRequest
	readonly version: number | undefined
}

/** The version in `If-Match`, as `"3"`; an invalid one matches no version. */
export function versionIn(header: string | undefined): number | undefined {
	return header === undefined || header === '*' ? undefined : Number(/^(?:W\/)?"?(\d{1,9})"?$/.exec(header)?.[1] ?? 0)
}

export interface EditedField<Field extends string> {
	readonly field: Field
	readonly value: unknown
}

/** Parses an edit: exactly one of `editable`. Fails with `campo_no_editable` for another field, several or none. */
export function editedField<Field extends string>(
	fields: EditRequest,
	editable: readonly Field[],
): EditedField<Field> | Failure {
	const names = Object.keys(fields)
	const wrong = names.find((name) => !isMember(editable, name))
	if (wrong !== undefined) return fail('campo_no_editable', { extra: { campo: wrong } })
	const field = editable.find((name) => name === names[0])
	if (field === undefined || names.length > 1) {
		return fail('campo_no_editable', { text: 'Cambia un campo a la vez.', extra: { campos: [...editable] } })
	}
	return { field, value: fields[field] }
}

/** The failure of a value without the field's form (400). */
export function notReadable(campo: string): Failure {
	return fail('campos_invalidos', { extra: { campos: [campo] } })
}

/** The failure of a number outside its limits (422). */
export function outsideLimits(campo: string, what: string, max: number): Failure {
	const text = `${what} va de 0 a ${new Intl.NumberFormat('es-CL').format(max)}.`
	return fail('valor_invalido', { text, extra: { campo, min: 0, max } })
}
