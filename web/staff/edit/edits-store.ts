import { useSyncExternalStore } from 'react'
import type { EffectsAnswer } from '#contract/staff/orders.ts'
import type { ApiAnswer, ApiRequest } from '#web/session/api.ts'
import { sendWithIdentity } from '#web/session/identity-request.ts'
import { baseOf, type FieldEdit, type FieldValue, noConnection, outcomeOf, type Row } from '#web/staff/edit/row-edit.ts'
import { emptyDraft, isEmptyDraft, type ProductDraft } from '#web/staff/products/product-draft.ts'
import { createStore } from '#web/ui/store.ts'

type Fields = Readonly<Record<string, FieldValue>>

/** One kind of rows of the panel: how an edit of it is sent. */
export interface RowKind {
	readonly name: 'orden' | 'usuario' | 'producto'
	readonly edit: (id: Row['id'], fields: Fields) => ApiRequest
	/** Previews what a change of a field brings about, where that may be much. */
	readonly effects?: (id: Row['id'], fields: Fields) => ApiRequest<EffectsAnswer>
}

/** The place of one field: whose it is, and what it is called. */
export interface FieldPlace {
	readonly kind: RowKind
	readonly row: Row
	readonly field: string
}

/** How often an edit is sent again by itself after others changed other fields of the row. */
const maxRepeats = 3

// Drafts live here and not in the fields, so that paging, another tab or a lost session does not lose what was typed.
const edits = createStore<ReadonlyMap<string, FieldEdit>>(new Map())
/** The notes that are being written, by the order's id. */
const notes = createStore<ReadonlyMap<string, string>>(new Map())
/** The new product that is being typed. */
const newProduct = createStore<ProductDraft>(emptyDraft)
const turns = new Map<string, Promise<void>>()

const rowKey = ({ kind, row }: FieldPlace) => `${kind.name}:${row.id}`
const keyOf = (place: FieldPlace) => `${rowKey(place)}:${place.field}`

/** A copy in which `key` has `value`, or is gone. */
function withEntry<T>(entries: ReadonlyMap<string, T>, key: string, value: T | undefined): ReadonlyMap<string, T> {
	const others = [...entries].filter(([name]) => name !== key)
	return new Map(value === undefined ? others : [...others, [key, value]])
}

function put(key: string, edit: FieldEdit | undefined): void {
	edits.set(withEntry(edits.get(), key, edit))
}

/** How the edit of a field stands; undefined while nobody edits it. */
export function useEdit(place: FieldPlace): FieldEdit | undefined {
	const key = keyOf(place)
	return useSyncExternalStore(edits.subscribe, () => edits.get().get(key))
}

/** Whether something was typed that the server does not have. */
export function hasUnsaved(): boolean {
	const hasNote = [...notes.get().values()].some((texto) => texto.trim() !== '')
	return hasNote || !isEmptyDraft(newProduct.get()) || [...edits.get().values()].some(({ phase }) => phase !== 'saved')
}

/** Forgets every draft, as another member of staff at the same screen does. */
export function discardEdits(): void {
	edits.set(new Map())
	notes.set(new Map())
	newProduct.set(emptyDraft)
}

/** The new product as it is typed by now. */
export function useNewProductDraft(): ProductDraft {
	return useSyncExternalStore(newProduct.subscribe, newProduct.get)
}

/** Keeps a new product while it is typed. */
export function changeNewProduct(draft: ProductDraft): void {
	newProduct.set(draft)
}

/** The note that is being written for an order; empty when there is none. */
export function useNote(orden_id: string): string {
	return useSyncExternalStore(notes.subscribe, () => notes.get().get(orden_id) ?? '')
}

/** Keeps a note while it is written. */
export function changeNote(orden_id: string, texto: string): void {
	notes.set(withEntry(notes.get(), orden_id, texto === '' ? undefined : texto))
}

/** The server has a note: it is no draft any more, unless it was written on meanwhile. */
export function finishNote(orden_id: string, sent: string): void {
	if (notes.get().get(orden_id) === sent) changeNote(orden_id, '')
}

/** Keeps what is being typed. The first change of a field remembers what stood there, and on which version of the row. */
export function changeDraft(place: FieldPlace, draft: FieldValue): void {
	const key = keyOf(place)
	const edit = edits.get().get(key)
	const base = edit && edit.phase !== 'saved' ? edit.base : baseOf(place.row, place.field)
	if (!base) throw new Error(`${place.field} is no field of the row`)
	put(key, { phase: 'editing', draft, base })
}

/** Gives a draft up: the field shows again what the list says. */
export function dropDraft(place: FieldPlace): void {
	put(keyOf(place), undefined)
}

/** Says why a draft cannot even be sent. */
export function refuseDraft(place: FieldPlace, problem: string): void {
	const edit = edits.get().get(keyOf(place))
	if (edit) put(keyOf(place), { ...edit, phase: 'failed', problem })
}

/** In a conflict: keeps one's own value, on the version that the others' value has. */
export function rebaseDraft(place: FieldPlace): void {
	const edit = edits.get().get(keyOf(place))
	if (edit?.theirs) put(keyOf(place), { phase: 'editing', draft: edit.draft, base: edit.theirs })
}

/** The fields whose effects are being asked for: leaving a field after Enter sends it once. */
const asking = new Set<string>()

/**
 * What a change would bring about, asked before it is sent; undefined while that is being asked already. A change that the server
 * refuses brings about nothing: sending it says why.
 */
export async function readEffects(
	place: FieldPlace,
	value: FieldValue,
): Promise<readonly string[] | { readonly problem: string } | undefined> {
	const request = place.kind.effects?.(place.row.id, { [place.field]: value })
	if (!request) return []
	const key = keyOf(place)
	if (asking.has(key)) return undefined
	asking.add(key)
	const answer = await sendWithIdentity(request)
	asking.delete(key)
	if (answer.ok) return answer.data.efectos
	if (answer.status === 0) return { problem: noConnection }
	return answer.status >= 500 ? { problem: answer.text || 'Algo falló. Intenta nuevamente.' } : []
}

export type Settled = 'saved' | 'failed' | 'conflict' | 'superseded'

/**
 * Sends a field's draft as `value`, after the edits of the same row that are still under way. Tells how it ended; `onSaved`
 * gets the row as it is now, before anything shows it. What is typed meanwhile stays a draft.
 */
export function sendDraft(place: FieldPlace, value: FieldValue, onSaved: (row: unknown) => void): Promise<Settled> {
	const key = keyOf(place)
	const edit = edits.get().get(key)
	if (!edit || edit.phase === 'saving') return Promise.resolve('superseded')
	put(key, { phase: 'saving', draft: edit.draft, base: edit.base })
	const before = turns.get(rowKey(place)) ?? Promise.resolve()
	const turn = before.then(() => send(place, value, edit.draft, onSaved))
	// A failed turn has put its state down already; the next one goes on.
	turns.set(
		rowKey(place),
		turn.then(
			() => {},
			() => {},
		),
	)
	return turn
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
	// One's own save made a new version: drafts of the row's other fields that began on the old one are not outdated by it.
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
