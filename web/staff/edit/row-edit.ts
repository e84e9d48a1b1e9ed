import { isRecord } from '#domain/is-record.ts'
import type { ApiAnswer } from '#web/session/api.ts'

export type FieldValue = string | number | boolean

/** A row of a list of the panel: what the server calls it, and the version that an edit of it is made on. */
export interface Row {
	readonly id: string | number
	/** Missing where the server keeps none. */
	readonly version?: number
}

/** What stood in a field, and the row's version, when its edit began. */
export interface Base {
	readonly value: FieldValue
	readonly version: number | undefined
}

/**
 * The edit of one field. `editing`: not sent yet. `saved` lasts until the field is edited again. `failed` and `conflict` keep
 * what was typed until it is sent again or given up.
 */
export interface FieldEdit {
	readonly phase: 'editing' | 'saving' | 'saved' | 'failed' | 'conflict'
	/** What the field shows. */
	readonly draft: FieldValue
	readonly base: Base
	/** Why it was not saved, in a sentence. */
	readonly problem?: string
	/** What somebody else has saved meanwhile, in a conflict. */
	readonly theirs?: Base
}

/** Whether the field shows its draft rather than what the list says. */
export const showsDraft = (edit: FieldEdit | undefined): edit is FieldEdit =>
	edit !== undefined && edit.phase !== 'saved'

/** The value of `field` in a row that came with an answer; undefined when there is none. */
export function baseOf(row: unknown, field: string): Base | undefined {
	if (!isRecord(row)) return undefined
	const { version, [field]: value } = row
	if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined
	return { value, version: typeof version === 'number' ? version : undefined }
}

/** What the answer to an edit means for it. `again`: nobody touched this field, so the edit may be sent on the row's new version. */
export type Outcome =
	| { readonly kind: 'saved'; readonly row: unknown }
	| { readonly kind: 'again'; readonly base: Base }
	| { readonly kind: 'conflict'; readonly theirs: Base }
	| { readonly kind: 'failed'; readonly problem: string }

/** What is said when no answer came to something that was typed. */
export const noConnection = 'Sin conexión. Lo que escribiste sigue aquí.'

/**
 * Judges the answer to an edit that was sent on `base`. A newer version of the row is a conflict only where the same field
 * changed: a sale in between that took a bottle is none for whoever edits the price.
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
