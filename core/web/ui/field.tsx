import {
	type InputHTMLAttributes,
	type ReactNode,
	type SelectHTMLAttributes,
	type TextareaHTMLAttributes,
	useId,
} from 'react'

interface FieldParts {
	readonly label: string
	/** Message of an invalid value, announced when it appears. Without this prop no room is reserved. */
	readonly error?: ReactNode
	readonly hint?: ReactNode
	readonly className?: string
}

function describedBy(id: string, parts: FieldParts): string | undefined {
	const ids = [parts.hint && `${id}-hint`, parts.error && `${id}-error`].filter(Boolean)
	return ids.length > 0 ? ids.join(' ') : undefined
}

/** Reserved line below a field: the message replaces the hint, and nothing moves. */
export function FieldMessage({ id, hint, error }: { id: string; hint?: ReactNode; error?: ReactNode }) {
	return (
		<div className="field-message">
			{hint && (
				<p id={`${id}-hint`} className="field-hint">
					{hint}
				</p>
			)}
			<p id={`${id}-error`} className="field-error" aria-live="polite">
				{error}
			</p>
		</div>
	)
}

function Frame({ id, parts, children }: { id: string; parts: FieldParts; children: ReactNode }) {
	return (
		<div className={`field ${parts.className ?? ''}`}>
			<label htmlFor={id}>{parts.label}</label>
			{children}
			{(parts.hint || 'error' in parts) && <FieldMessage id={id} hint={parts.hint} error={parts.error} />}
		</div>
	)
}

export interface FieldProps extends FieldParts, Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> {
	/** A button inside the field, at its end. */
	readonly trailing?: ReactNode
}

/** A labelled input. The label is above, the message below and linked by aria-describedby. */
export function Field(props: FieldProps) {
	const { label, error, hint, className, trailing, ...input } = props
	const ownId = useId()
	const id = input.id ?? ownId
	const control = (
		<input
			{...input}
			id={id}
			className="input"
			aria-invalid={error ? true : undefined}
			aria-describedby={describedBy(id, props)}
		/>
	)
	return (
		<Frame id={id} parts={props}>
			{trailing ? (
				<div className="input-with">
					{control}
					{trailing}
				</div>
			) : (
				control
			)}
		</Frame>
	)
}

export function TextAreaField(props: FieldParts & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'>) {
	const { label, error, hint, className, ...textarea } = props
	const ownId = useId()
	const id = textarea.id ?? ownId
	return (
		<Frame id={id} parts={props}>
			<textarea
				{...textarea}
				id={id}
				className="input"
				aria-invalid={error ? true : undefined}
				aria-describedby={describedBy(id, props)}
			/>
		</Frame>
	)
}

export function SelectField(props: FieldParts & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'>) {
	const { label, error, hint, className, ...select } = props
	const ownId = useId()
	const id = select.id ?? ownId
	return (
		<Frame id={id} parts={props}>
			<select
				{...select}
				id={id}
				className="input"
				aria-invalid={error ? true : undefined}
				aria-describedby={describedBy(id, props)}
			/>
		</Frame>
	)
}
