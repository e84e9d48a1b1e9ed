import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { isRecord } from '#domain/is-record.ts'
import { announce } from '#web/staff/announcer.tsx'
import {
	changeDraft,
	dropDraft,
	type FieldPlace,
	readEffects,
	rebaseDraft,
	refuseDraft,
	sendDraft,
	useEdit,
} from '#web/staff/edit/edits-store.ts'
import { askEffects } from '#web/staff/edit/effects-question.ts'
import { baseOf, type FieldValue, type Row, showsDraft } from '#web/staff/edit/row-edit.ts'
import type { ListPage } from '#web/staff/list/read-list.ts'
import { listKey } from '#web/staff/list/use-staff-list.ts'
import { detailKey, panelKey } from '#web/staff/panel-key.ts'
import { clearNotices } from '#web/ui/notices-store.ts'

export interface FieldOptions extends FieldPlace {
	/** What the field is called, with whose it is: for who only hears it. */
	readonly name: string
	/** The value that a draft stands for, or why it stands for none. */
	readonly read?: (draft: FieldValue) => FieldValue | { readonly problem: string }
	/** How a value is shown to people. */
	readonly format?: (value: FieldValue) => string
	/** Gets the row as the server has it now. */
	readonly onSaved?: (row: unknown) => void
}

const mergeRow = (old: Row | undefined, row: unknown) => (old && isRecord(row) ? { ...old, ...row } : old)

/** A page with the row in its new form in the place of the old one. */
function pageWith(page: ListPage<Row> | undefined, row: unknown): ListPage<Row> | undefined {
	if (!page || !isRecord(row)) return page
	return { ...page, rows: page.rows.map((old) => (old.id === row.id ? { ...old, ...row } : old)) }
}

/** Puts the saved row wherever the panel shows it. */
function showSaved(client: QueryClient, { kind, row }: FieldPlace, saved: unknown): void {
	client.setQueriesData<ListPage<Row>>({ queryKey: listKey(kind.name) }, (page) => pageWith(page, saved))
	client.setQueriesData<Row>({ queryKey: detailKey(kind.name, row.id) }, (old) => mergeRow(old, saved))
}

/** Keeps what stands for no value, and says why it was not sent. */
function refuse({ kind, row, field, name }: FieldOptions, problem: string): void {
	refuseDraft({ kind, row, field }, problem)
	announce(`${name}: no se guardó. ${problem}`)
}

/** One field of a row: what it shows, how its edit stands, and everything that can be done with the edit. */
export function useFieldEdit(options: FieldOptions) {
	const { kind, row, field, name, read = (draft) => draft, format = String, onSaved } = options
	const place: FieldPlace = { kind, row, field }
	const client = useQueryClient()
	const edit = useEdit(place)
	const stored = baseOf(row, field)?.value ?? ''
	const reload = () => client.invalidateQueries({ queryKey: panelKey })

	async function save(draft: FieldValue): Promise<void> {
		const value = read(draft)
		if (typeof value === 'object') return refuse(options, value.problem)
		const effects = await readEffects(place, value)
		if (effects === undefined) return
		if ('problem' in effects) return refuse(options, effects.problem)
		if (effects.length > 0 && !(await askEffects(`${name}: ${format(value)}`, effects))) {
			dropDraft(place)
			announce(`${name}: no se cambió`)
			return
		}
		let row: unknown
		const settled = await sendDraft(place, value, (saved) => {
			row = saved
			showSaved(client, place, saved)
		})
		// Whoever has to choose between two values sees what belongs to the others' one.
		if (settled === 'conflict') await reload()
		if (settled !== 'saved') return
		clearNotices()
		announce(`${name}: guardado`)
		onSaved?.(row)
		await reload()
	}
	return {
		edit,
		shown: showsDraft(edit) ? edit.draft : stored,
		change: (draft: FieldValue) => changeDraft(place, draft),
		/** Sends what was typed, unless it says what stood there before. */
		commit: async () => {
			if (edit?.phase !== 'editing') return
			if (read(edit.draft) === edit.base.value) dropDraft(place)
			else await save(edit.draft)
		},
		/** Changes and sends at once, as a choice does. */
		choose: async (draft: FieldValue) => {
			changeDraft(place, draft)
			await save(draft)
		},
		retry: () => edit && save(edit.draft),
		overwrite: async () => {
			if (!edit) return
			rebaseDraft(place)
			await save(edit.draft)
		},
		drop: async () => {
			const isOutdated = edit?.phase === 'conflict'
			dropDraft(place)
			if (isOutdated) await reload()
		},
	}
}

export type FieldEditing = ReturnType<typeof useFieldEdit>
