import { type ReactNode, useId } from 'react'
import { EditTag, EditTrouble } from '#web/staff/edit/edit-state.tsx'
import type { FieldValue } from '#web/staff/edit/row-edit.ts'
import { type FieldEditing, type FieldOptions, useFieldEdit } from '#web/staff/edit/use-field-edit.ts'
import { readAmount, readWhole } from '#web/staff/edit/whole-number.ts'
import { afterPress } from '#web/ui/after-press.ts'

interface EditProps extends Omit<FieldOptions, 'read' | 'name' | 'format'> {
	readonly label: string
	/** Whose field it is, such as 'orden 1001'. */
	readonly of: string
	/** In a table the column's head is the label that people see. */
	readonly isBare?: boolean
}

interface FrameProps {
	readonly id: string
	readonly props: EditProps
	readonly editing: FieldEditing
	readonly format?: (value: FieldValue) => string
	readonly className?: string
	/** A choice, which is put back while it could not be saved. */
	readonly isChoice?: boolean
	readonly children: ReactNode
}

const nameOf = ({ label, of }: EditProps) => `${label}, ${of}`
const isTroubled = ({ edit }: FieldEditing) => edit?.phase === 'failed' || edit?.phase === 'conflict'

/** What the server has in a field whose edit it did not take; undefined where it took it. */
function storedIn({ edit }: FieldEditing): FieldValue | undefined {
	if (edit?.phase === 'conflict') return (edit.theirs ?? edit.base).value
	return edit?.phase === 'failed' ? edit.base.value : undefined
}

/** What a control needs to be known by its label and to be tied to its trouble. */
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

/** Saves on Enter and takes the draft back on Escape. */
function onKey(key: string, editing: FieldEditing): void {
	if (key === 'Enter') void editing.commit()
	if (key === 'Escape' && editing.edit?.phase === 'editing') void editing.drop()
}

/** A number as people read it, also while it is a draft; what is none stays as it was typed. */
function amountText(value: FieldValue, format: (value: number) => string = String): string {
	const number = readWhole(String(value))
	return number === undefined ? String(value) : format(number)
}

interface NumberEditProps extends EditProps {
	readonly format?: (value: number) => string
	/** Whether an emptied field stands for 0, or for nothing that could be saved. */
	readonly emptyCounts?: boolean
}

/**
 * A number that is saved when the field is left or with Enter. It is typed into a text field: one of type `number` gives what
 * it cannot read as empty, and that would be a 0 that nobody typed.
 */
export function NumberEdit({ format, emptyCounts = false, ...props }: NumberEditProps) {
	const id = useId()
	const read = (draft: FieldValue) => readAmount(String(draft), emptyCounts)
	const shownAs = (value: FieldValue) => amountText(value, format)
	const editing = useFieldEdit({ ...props, name: nameOf(props), read, format: shownAs })
	return (
		<Frame id={id} props={props} editing={editing} format={shownAs}>
			<input
				{...controlProps(id, props, editing)}
				type="text"
				inputMode="numeric"
				autoComplete="off"
				className="input digits"
				value={String(editing.shown)}
				onChange={(event) => editing.change(event.target.value)}
				onBlur={() => afterPress(() => void editing.commit())}
				onKeyDown={(event) => onKey(event.key, editing)}
			/>
		</Frame>
	)
}

/** A text that is saved when the field is left or with Enter. */
export function TextEdit({ maxLength, ...props }: EditProps & { maxLength: number }) {
	const id = useId()
	const editing = useFieldEdit({ ...props, name: nameOf(props), read: (draft) => String(draft).trim() })
	return (
		<Frame id={id} props={props} editing={editing}>
			<input
				{...controlProps(id, props, editing)}
				type="text"
				autoComplete="off"
				maxLength={maxLength}
				className="input"
				value={String(editing.shown)}
				onChange={(event) => editing.change(event.target.value)}
				onBlur={() => afterPress(() => void editing.commit())}
				onKeyDown={(event) => onKey(event.key, editing)}
			/>
		</Frame>
	)
}

interface SelectEditProps extends EditProps {
	readonly options: readonly string[]
	readonly textOf: (option: string) => string
	readonly tone?: string
}

/** A choice that is saved at once. A value that is not among the options is shown too. */
export function SelectEdit({ options, textOf, tone = '', ...props }: SelectEditProps) {
	const id = useId()
	const format = (value: FieldValue) => textOf(String(value))
	const editing = useFieldEdit({ ...props, name: nameOf(props), format })
	// While it could not be saved it shows how things are: a state that an order does not have must not look given.
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

/**
 * A yes or no that is saved at once. While it could not be saved it shows how things are, not how they were wanted: a right
 * that somebody does not have must not look given.
 */
export function CheckEdit({ onAsk, ...props }: EditProps & { onAsk?: (save: () => void, value: boolean) => void }) {
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
					if (onAsk) onAsk(save, wanted)
					else save()
				}}
			/>
		</Frame>
	)
}
