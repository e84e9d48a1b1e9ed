import type { FieldValue } from '#core/web/edit/row-edit.ts'
import type { FieldEditing } from '#core/web/edit/use-field-edit.ts'
import { Icon } from '#core/web/ui/icon.tsx'

/** State of a field's edit. The tag overlaps the field's edge, so the layout does not shift. */
export function EditTag({ editing }: { editing: FieldEditing }) {
	const phase = editing.edit?.phase
	if (phase === 'saving') return <span className="edit-tag">Guardando…</span>
	if (phase !== 'saved') return null
	return (
		<span className="edit-tag edit-tag-saved">
			<Icon name="check" />
			Guardado
		</span>
	)
}

interface EditTroubleProps {
	readonly id: string
	readonly editing: FieldEditing
	readonly format: (value: FieldValue) => string
	/** The field shows the stored value again, so the message repeats the rejected choice. */
	readonly isPutBack?: boolean
}

/** Explains why the save failed, or shows the concurrent value, with the possible actions. */
export function EditTrouble({ id, editing, format, isPutBack = false }: EditTroubleProps) {
	const { edit } = editing
	if (edit?.phase === 'failed') {
		return (
			<div id={id} role="alert" className="edit-trouble tone-danger">
				<p>
					<strong>No se guardó.</strong>
					<span>{` ${edit.problem ?? ''} ${isPutBack ? `Elegiste «${format(edit.draft)}».` : ''}`}</span>
				</p>
				<div className="edit-ways">
					<button type="button" className="link" onClick={() => void editing.retry()}>
						Reintentar
					</button>
					<button type="button" className="link" onClick={() => void editing.drop()}>
						Descartar
					</button>
				</div>
			</div>
		)
	}
	if (edit?.phase !== 'conflict' || !edit.theirs) return null
	return (
		<div id={id} role="alert" className="edit-trouble tone-warn">
			<p>
				<strong>No se guardó.</strong> Otra persona puso <strong>{format(edit.theirs.value)}</strong> y tú{' '}
				<strong>{format(edit.draft)}</strong>.
			</p>
			<div className="edit-ways">
				<button type="button" className="link" onClick={() => void editing.overwrite()}>
					{`Guardar ${format(edit.draft)}`}
				</button>
				<button type="button" className="link" onClick={() => void editing.drop()}>
					{`Dejar ${format(edit.theirs.value)}`}
				</button>
			</div>
		</div>
	)
}
