import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { isRecord } from '#core/rules/is-record.ts'
import {
	changeDraft,
	dropDraft,
	type FieldPlace,
	readEffects,
	rebaseDraft,
	refuseDraft,
	sendDraft,
	useEdit,
} from '#core/web/edit/edits-store.ts'
import { confirmEffects } from '#core/web/edit/effects-question.ts'
import { baseOf, type FieldValue, type Row, showsDraft } from '#core/web/edit/row-edit.ts'
import type { PageRows } from '#core/web/list/read-list.ts'
import { listKey } from '#core/web/list/use-staff-list.ts'
import { announce } from '#core/web/panel/announcer.tsx'
import { detailKey, panelKey } from '#core/web/panel/panel-key.ts'
import { clearNotices } from '#core/web/ui/notices-store.ts'

export interface FieldOptions extends FieldPlace {
	/** The field's name and subject, for screen readers. */
	readonly name: string
	/** Parses a draft, or returns why it is invalid. */
	readonly read?: (draft: FieldValue) => FieldValue | { readonly problem: string }
	readonly format?: (value: FieldValue) => string
	readonly onSaved?: (row: unknown) => void
}

const mergeRow = (old: Row | undefined, row: unknown) => (old && isRecord(row) ? { ...old, ...row } : old)

/** Returns the page with the saved row in place of the old one. */
function pageWith(page: PageRows<Row> | undefined, row: unknown): PageRows<Row> | undefined {
	if (!page || !isRecord(row)) return page
	return { ...page, rows: page.rows.map((old) => (old.id === row.id ? { ...old, ...row } : old)) }
}

/** Updates the saved row in every cached query. */
function showSaved(client: QueryClient, { kind, row }: FieldPlace, saved: unknown): void {
	client.setQueriesData<PageRows<Row>>({ queryKey: listKey(kind.name) }, (page) => pageWith(page, saved))
	client.setQueriesData<Row>({ queryKey: detailKey(kind.name, row.id) }, (old) => mergeRow(old, saved))
}

/** Marks the draft as invalid and announces the reason. */
function refuse({ kind, row, field, name }: FieldOptions, problem: string): void {
	refuseDraft({ kind, row, field }, problem)
	announce(`${name}: no se guardó. ${problem}`)
}

/** State and actions of one editable field. */
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
		if (effects.length > 0 && !(await confirmEffects(`${name}: ${format(value)}`, effects))) {
			dropDraft(place)
			announce(`${name}: no se cambió`)
			return
		}
		let row: unknown
		const settled = await sendDraft(place, value, (saved) => {
			row = saved
			showSaved(client, place, saved)
		})
		// The choice between two values needs the current row around them.
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
		/** Saves the draft, unless it equals the initial value. */
		commit: async () => {
			if (edit?.phase !== 'editing') return
			if (read(edit.draft) === edit.base.value) dropDraft(place)
			else await save(edit.draft)
		},
		/** Changes and saves at once, for selects and checkboxes. */
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
