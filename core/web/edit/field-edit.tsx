import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { isRecord } from '#core/rules/values.ts'
import {
	baseOf,
	changeDraft,
	dropDraft,
	type FieldPlace,
	type FieldValue,
	type Row,
	readEffects,
	rebaseDraft,
	refuseDraft,
	sendDraft,
	showsDraft,
	useEdit,
} from '#core/web/edit/edits-store.ts'
import { listKey, type PageRows } from '#core/web/list/staff-list.tsx'
import { announce, detailKey, panelKey } from '#core/web/panel/panel-parts.tsx'
import { ConfirmDialog } from '#core/web/ui/dialogs.tsx'
import { createQuestion } from '#core/web/ui/hooks.ts'
import { clearNotices } from '#core/web/ui/notices.tsx'

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
		if (effects.length > 0 && !(await confirmation.ask({ change: `${name}: ${format(value)}`, effects }))) {
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

/** What follows from a change, such as `Estado, orden 1001: Cancelado`. True when staff confirm it. */
const confirmation = createQuestion<{ readonly change: string; readonly effects: readonly string[] }>()

/** Shows the effects of a change before it is saved. The panel renders one instance. */
export function EffectsDialog() {
	const question = confirmation.useOpen()
	return (
		<ConfirmDialog
			isOpen={question !== undefined}
			title="¿Cambiar la orden?"
			confirmText="Cambiar"
			confirmLook="solid"
			cancelText="No cambiar"
			onConfirm={() => question?.settle(true)}
			onCancel={() => question?.settle(false)}
		>
			<p className="strong">{question?.change}</p>
			<ul className="effects stack tight">
				{question?.effects.map((effect) => (
					<li key={effect}>{effect}</li>
				))}
			</ul>
			<p>Correos y documentos salen después de un minuto: hasta entonces puedes deshacerlo.</p>
		</ConfirmDialog>
	)
}
