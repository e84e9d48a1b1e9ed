import { useSyncExternalStore } from 'react'
import { isRecord } from '#core/rules/values.ts'
import type { ApiAnswer, ApiRequest } from '#core/web/session/api.ts'
import { sendWithIdentity } from '#core/web/session/identity-request.ts'
import { createStore } from '#core/web/ui/store.ts'

type Fields = Readonly<Record<string, FieldValue>>

/** An editable type of row and the requests of its edits. */
export interface RowKind {
	readonly name: string
	readonly edit: (id: Row['id'], fields: Fields) => ApiRequest
	/** Request that previews the effects of a change; absent where a change has no effects. */
	readonly effects?: (id: Row['id'], fields: Fields) => ApiRequest<{ readonly efectos: readonly string[] }>
}

/** Identifies one field of one row. */
export interface FieldPlace {
	readonly kind: RowKind
	readonly row: Row
	readonly field: string
}

/** Retries after concurrent changes to other fields of the row. */
const maxRepeats = 3

// Drafts are module state: paging, changing the tab or an expired session must not discard typed text.
const edits = createStore<ReadonlyMap<string, FieldEdit>>(new Map())
const otherDrafts: { readonly isUnsaved: () => boolean; readonly discard: () => void }[] = []
const saveQueues = new Map<string, Promise<void>>()

const rowKey = ({ kind, row }: FieldPlace) => `${kind.name}:${row.id}`
const keyOf = (place: FieldPlace) => `${rowKey(place)}:${place.field}`

/** Returns a copy with `key` set to `value`, or without `key` when `value` is undefined. */
export function withEntry<Key, T>(entries: ReadonlyMap<Key, T>, key: Key, value: T | undefined): ReadonlyMap<Key, T> {
	const others = [...entries].filter(([name]) => name !== key)
	return new Map(value === undefined ? others : [...others, [key, value]])
}

function put(key: string, edit: FieldEdit | undefined): void {
	edits.set(withEntry(edits.get(), key, edit))
}

export function useEdit(place: FieldPlace): FieldEdit | undefined {
	const key = keyOf(place)
	return useSyncExternalStore(edits.subscribe, () => edits.get().get(key))
}

/** Declares typed text outside of a row's fields, such as a new row. `isEmpty`: nothing would be lost. */
export function createDraft<T>(empty: T, isEmpty: (draft: T) => boolean) {
	const draft = createStore(empty)
	otherDrafts.push({ isUnsaved: () => !isEmpty(draft.get()), discard: () => draft.set(empty) })
	return draft
}

/** Returns whether any typed text is not saved yet. */
export function hasUnsaved(): boolean {
	return (
		otherDrafts.some(({ isUnsaved }) => isUnsaved()) || [...edits.get().values()].some(({ phase }) => phase !== 'saved')
	)
}

/** Discards every draft, for a change of account on the same screen. */
export function discardEdits(): void {
	edits.set(new Map())
	for (const { discard } of otherDrafts) discard()
}

/** Stores the draft of a field. The first change also stores the field's value and the row's version. */
export function changeDraft(place: FieldPlace, draft: FieldValue): void {
	const key = keyOf(place)
	const edit = edits.get().get(key)
	const base = edit && edit.phase !== 'saved' ? edit.base : baseOf(place.row, place.field)
	if (!base) throw new Error(`${place.field} is not a field of the row`)
	put(key, { phase: 'editing', draft, base })
}

/** Discards a draft: the field shows the list's value again. */
export function dropDraft(place: FieldPlace): void {
	put(keyOf(place), undefined)
}

/** Marks a draft as failed without a request. */
export function refuseDraft(place: FieldPlace, problem: string): void {
	const edit = edits.get().get(keyOf(place))
	if (edit) put(keyOf(place), { ...edit, phase: 'failed', problem })
}

/** Resolves a conflict in favour of the own value, on the version of the concurrent one. */
export function rebaseDraft(place: FieldPlace): void {
	const edit = edits.get().get(keyOf(place))
	if (edit?.theirs) put(keyOf(place), { phase: 'editing', draft: edit.draft, base: edit.theirs })
}

/** Fields with a preview in flight: Enter followed by blur must send one. */
const previewsInFlight = new Set<string>()

/**
 * Returns the effects of a change before it is saved; undefined while a preview is in flight. A change that the server rejects
 * has no effects, because the save itself returns the reason.
 */
export async function readEffects(
	place: FieldPlace,
	value: FieldValue,
): Promise<readonly string[] | { readonly problem: string } | undefined> {
	const request = place.kind.effects?.(place.row.id, { [place.field]: value })
	if (!request) return []
	const key = keyOf(place)
	if (previewsInFlight.has(key)) return undefined
	previewsInFlight.add(key)
	const answer = await sendWithIdentity(request)
	previewsInFlight.delete(key)
	if (answer.ok) return answer.data.efectos
	if (answer.status === 0) return { problem: noConnection }
	return answer.status >= 500 ? { problem: answer.text || 'Algo falló. Intenta nuevamente.' } : []
}

type Settled = 'saved' | 'failed' | 'conflict' | 'superseded'

/**
 * Saves a draft as `value` after the pending edits of the same row. `onSaved` receives the current row before it is rendered.
 * Text typed during the request remains a draft.
 */
export function sendDraft(place: FieldPlace, value: FieldValue, onSaved: (row: unknown) => void): Promise<Settled> {
	const key = keyOf(place)
	const edit = edits.get().get(key)
	if (!edit || edit.phase === 'saving') return Promise.resolve('superseded')
	put(key, { phase: 'saving', draft: edit.draft, base: edit.base })
	const before = saveQueues.get(rowKey(place)) ?? Promise.resolve()
	const saving = before.then(() => send(place, value, edit.draft, onSaved))
	// A failed request has stored its own state, so the queue continues.
	saveQueues.set(
		rowKey(place),
		saving.then(
			() => {},
			() => {},
		),
	)
	return saving
}

async function send(
	place: FieldPlace,
	value: FieldValue,
	sentDraft: FieldValue,
	onSaved: (row: unknown) => void,
): Promise<Settled> {
	const key = keyOf(place)
	for (let repeat = 0; repeat <= maxRepeats; repeat += 1) {
		const base = edits.get().get(key)?.base
		if (!base) return 'superseded'
		const outcome = outcomeOf(await callField(place, value, base.version), place.field, base)
		if (outcome.kind === 'saved') {
			onSaved(outcome.row)
			return finish(place, { value, sentDraft, sentVersion: base.version, row: outcome.row })
		}
		const now = edits.get().get(key)
		if (!now) return 'superseded'
		if (outcome.kind === 'again') {
			put(key, { ...now, base: outcome.base })
			continue
		}
		console.error('an edit was not saved', key, outcome)
		const { draft } = now
		if (outcome.kind === 'conflict') put(key, { phase: 'conflict', draft, base, theirs: outcome.theirs })
		else put(key, { phase: 'failed', draft, base, problem: outcome.problem })
		return outcome.kind
	}
	refuseDraft(place, 'Otras personas están cambiando esto. Intenta nuevamente.')
	return 'failed'
}

interface Save {
	readonly value: FieldValue
	readonly sentDraft: FieldValue
	readonly sentVersion: number | undefined
	readonly row: unknown
}

function finish(place: FieldPlace, { value, sentDraft, sentVersion, row }: Save): Settled {
	const saved = baseOf(row, place.field) ?? { value, version: sentVersion }
	// The save made a new version of the row, which the drafts of its other fields must not treat as a conflict.
	for (const [key, edit] of edits.get()) {
		if (!key.startsWith(`${rowKey(place)}:`) || edit.base.version !== sentVersion) continue
		put(key, { ...edit, base: { ...edit.base, version: saved.version } })
	}
	const now = edits.get().get(keyOf(place))
	if (!now || now.draft !== sentDraft) {
		if (now) put(keyOf(place), { ...now, base: saved })
		return 'superseded'
	}
	put(keyOf(place), { phase: 'saved', draft: sentDraft, base: saved })
	return 'saved'
}

function callField(place: FieldPlace, value: FieldValue, version: number | undefined): Promise<ApiAnswer<unknown>> {
	const { kind, row, field } = place
	const headers: Record<string, string> = version === undefined ? {} : { 'if-match': `"${version}"` }
	return sendWithIdentity(kind.edit(row.id, { [field]: value }), { headers })
}

export type FieldValue = string | number | boolean

/** An editable row of a panel list. */
export interface Row {
	readonly id: string | number
	/** Absent for rows that the server does not version. */
	readonly version?: number
}

/** The field's value and the row's version at the start of the edit. */
interface Base {
	readonly value: FieldValue
	readonly version: number | undefined
}

/**
 * The edit of one field. `editing`: unsent. `saved` lasts until the next edit. `failed` and `conflict` retain the draft until it is
 * sent again or discarded.
 */
interface FieldEdit {
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
type Outcome =
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
