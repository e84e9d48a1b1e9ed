import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import type { FieldValue } from '#core/web/edit/edits-store.ts'
import { type FieldEditing, type FieldOptions, useFieldEdit } from '#core/web/edit/field-edit.tsx'
import { readAmount, readWhole } from '#core/web/forms/checked.ts'
import { afterPress } from '#core/web/ui/fields.tsx'
import { Icon } from '#core/web/ui/parts.tsx'

interface EditProps extends Omit<FieldOptions, 'read' | 'name' | 'format'> {
	readonly label: string
	/** Subject of the field, such as 'orden 1001'. */
	readonly of: string
	/** Hides the label: in a table the column head is the visible label. */
	readonly isBare?: boolean
}

interface FrameProps {
	readonly id: string
	readonly props: EditProps
	readonly editing: FieldEditing
	readonly format?: (value: FieldValue) => string
	readonly className?: string
	/** A select or checkbox, which reverts to the stored value after a failed save. */
	readonly isChoice?: boolean
	readonly children: ReactNode
}

const nameOf = ({ label, of }: EditProps) => `${label}, ${of}`
const isTroubled = ({ edit }: FieldEditing) => edit?.phase === 'failed' || edit?.phase === 'conflict'

/** Returns the server's value after a failed save or a conflict; undefined otherwise. */
function storedIn({ edit }: FieldEditing): FieldValue | undefined {
	if (edit?.phase === 'conflict') return (edit.theirs ?? edit.base).value
	return edit?.phase === 'failed' ? edit.base.value : undefined
}

/** Returns the attributes that link a control to its label and its error. */
function controlProps(id: string, props: EditProps, editing: FieldEditing) {
	return {
		id,
		...(props.isBare ? { 'aria-label': nameOf(props) } : {}),
		...(isTroubled(editing) ? { 'aria-invalid': true, 'aria-describedby': `${id}-trouble` } : {}),
	}
}

function Frame({ id, props, editing, format = String, className = '', isChoice = false, children }: FrameProps) {
	return (
		<div className={`edit ${className}`}>
			{!props.isBare && <label htmlFor={id}>{props.label}</label>}
			<div className="edit-box">
				{children}
				<EditTag editing={editing} />
			</div>
			<EditTrouble id={`${id}-trouble`} editing={editing} format={format} isPutBack={isChoice} />
		</div>
	)
}

/** Saves on Enter, discards the draft on Escape. */
function onKey(key: string, editing: FieldEditing): void {
	if (key === 'Enter') void editing.commit()
	if (key === 'Escape' && editing.edit?.phase === 'editing') void editing.drop()
}

/** Formats a numeric draft; text that is not a number is unchanged. */
function amountText(value: FieldValue, format: (value: number) => string = String): string {
	const number = readWhole(String(value))
	return number === undefined ? String(value) : format(number)
}

interface TypedEditProps {
	readonly props: EditProps
	readonly read: NonNullable<FieldOptions['read']>
	readonly format?: (value: FieldValue) => string
	readonly input: Pick<InputHTMLAttributes<HTMLInputElement>, 'className' | 'inputMode' | 'maxLength'>
}

/** A typed value, saved on blur or Enter. */
function TypedEdit({ props, read, format = String, input }: TypedEditProps) {
	const id = useId()
	const editing = useFieldEdit({ ...props, name: nameOf(props), read, format })
	return (
		<Frame id={id} props={props} editing={editing} format={format}>
			<input
				{...controlProps(id, props, editing)}
				{...input}
				type="text"
				autoComplete="off"
				value={String(editing.shown)}
				onChange={(event) => editing.change(event.target.value)}
				onBlur={() => afterPress(() => void editing.commit())}
				onKeyDown={(event) => onKey(event.key, editing)}
			/>
		</Frame>
	)
}

interface NumberEditProps extends EditProps {
	readonly format?: (value: number) => string
	/** Whether an empty field counts as 0 instead of an error. */
	readonly emptyCounts?: boolean
}

/** A number. With the input type `number` the browser returns unreadable input as empty, which would be saved as 0. */
export function NumberEdit({ format, emptyCounts = false, ...props }: NumberEditProps) {
	return (
		<TypedEdit
			props={props}
			read={(draft) => readAmount(String(draft), emptyCounts)}
			format={(value) => amountText(value, format)}
			input={{ className: 'input digits', inputMode: 'numeric' }}
		/>
	)
}

export function TextEdit({ maxLength, ...props }: EditProps & { maxLength: number }) {
	return <TypedEdit props={props} read={(draft) => String(draft).trim()} input={{ className: 'input', maxLength }} />
}

interface SelectEditProps extends EditProps {
	readonly options: readonly string[]
	readonly textOf: (option: string) => string
	readonly tone?: string
}

/** A select, saved at once. A value outside the options is shown too. */
export function SelectEdit({ options, textOf, tone = '', ...props }: SelectEditProps) {
	const id = useId()
	const format = (value: FieldValue) => textOf(String(value))
	const editing = useFieldEdit({ ...props, name: nameOf(props), format })
	// A failed save shows the stored value, so that an order never appears in a state that it does not have.
	const shown = String(storedIn(editing) ?? editing.shown)
	const stored = String(editing.edit?.base.value ?? shown)
	const all = [...new Set([...options, stored, shown])]
	return (
		<Frame id={id} props={props} editing={editing} format={format} isChoice>
			<select
				{...controlProps(id, props, editing)}
				className={`input ${tone}`}
				value={shown}
				onChange={(event) => void editing.choose(event.target.value)}
			>
				{all.map((option) => (
					<option key={option} value={option}>
						{textOf(option)}
					</option>
				))}
			</select>
		</Frame>
	)
}

/** A checkbox, saved at once. A failed save shows the stored value, so that a permission never appears granted when it is not. */
export function CheckEdit({
	confirmChange,
	...props
}: EditProps & { confirmChange?: (save: () => void, value: boolean) => void }) {
	const id = useId()
	const editing = useFieldEdit({ ...props, name: nameOf(props) })
	const isChecked = storedIn(editing) ?? editing.shown
	return (
		<Frame
			id={id}
			props={props}
			editing={editing}
			format={(value) => (value ? 'sí' : 'no')}
			className="edit-check"
			isChoice
		>
			<input
				{...controlProps(id, props, editing)}
				type="checkbox"
				checked={isChecked === true}
				onChange={(event) => {
					const wanted = event.target.checked
					const save = () => void editing.choose(wanted)
					if (confirmChange) confirmChange(save, wanted)
					else save()
				}}
			/>
		</Frame>
	)
}

/** State of a field's edit. The tag overlaps the field's edge, so the layout does not shift. */
function EditTag({ editing }: { editing: FieldEditing }) {
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
function EditTrouble({ id, editing, format, isPutBack = false }: EditTroubleProps) {
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
