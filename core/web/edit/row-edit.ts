import { isRecord } from '#core/rules/is-record.ts'
import type { ApiAnswer } from '#core/web/session/api.ts'

export type FieldValue = string | number | boolean

/** An editable row of a panel list. */
export interface Row {
	readonly id: string | number
	/** Absent for rows that the server does not version. */
	readonly version?: number
}

/** The field's value and the row's version at the start of the edit. */
export interface Base {
	readonly value: FieldValue
	readonly version: number | undefined
}

/**
 * The edit of one field. `editing`: unsent. `saved` lasts until the next edit. `failed` and `conflict` retain the draft until it is
 * sent again or discarded.
 */
export interface FieldEdit {
	readonly phase: 'editing' | 'saving' | 'saved' | 'failed' | 'conflict'
	readonly draft: FieldValue
	readonly base: Base
	/** Why the save failed, as a sentence. */
	readonly problem?: string
	/** The concurrent value, in a conflict. */
	readonly theirs?: Base
}

/** Returns whether the field shows its draft instead of the list's value. */
export const showsDraft = (edit: FieldEdit | undefined): edit is FieldEdit =>
	edit !== undefined && edit.phase !== 'saved'

/** Returns the value of `field` and the row's version; undefined when either has an unexpected type. */
export function baseOf(row: unknown, field: string): Base | undefined {
	if (!isRecord(row)) return undefined
	const { version, [field]: value } = row
	if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined
	return { value, version: typeof version === 'number' ? version : undefined }
}

/** Result of a save. `again`: this field is unchanged on the server, so the edit may be retried on the new version. */
export type Outcome =
	| { readonly kind: 'saved'; readonly row: unknown }
	| { readonly kind: 'again'; readonly base: Base }
	| { readonly kind: 'conflict'; readonly theirs: Base }
	| { readonly kind: 'failed'; readonly problem: string }

export const noConnection = 'Sin conexión. Lo que escribiste sigue aquí.'

/**
 * Classifies the answer to an edit made on `base`. A newer version is a conflict only when the same field changed: a sale in
 * between does not conflict with an edit of the price.
 */
export function outcomeOf(answer: ApiAnswer<unknown>, field: string, base: Base): Outcome {
	if (answer.ok) return { kind: 'saved', row: answer.data }
	if (answer.code === 'version_distinta') {
		const theirs = baseOf(answer.extra.actual, field)
		if (theirs) return theirs.value === base.value ? { kind: 'again', base: theirs } : { kind: 'conflict', theirs }
	}
	if (answer.status === 0) return { kind: 'failed', problem: noConnection }
	return { kind: 'failed', problem: answer.text || 'Algo falló. Intenta nuevamente.' }
}
