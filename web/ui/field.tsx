import {
	type InputHTMLAttributes,
	type ReactNode,
	type SelectHTMLAttributes,
	type TextareaHTMLAttributes,
	useId,
} from 'react'

interface FieldParts {
	readonly label: string
	/** What is wrong with the value, in a sentence; announced when it appears. A field without it keeps no room for any. */
	readonly error?: ReactNode
	readonly hint?: ReactNode
	readonly className?: string
}

function describedBy(id: string, parts: FieldParts): string | undefined {
	const ids = [parts.hint && `${id}-hint`, parts.error && `${id}-error`].filter(Boolean)
	return ids.length > 0 ? ids.join(' ') : undefined
}

/** The line under a field, kept free from the start: what is wrong takes the place of the hint, and nothing below moves. */
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
	/** A button inside of the field, at its end. */
	readonly trailing?: ReactNode
}

/** A labelled input. The label stands above, the error beside it and wired to it for screen readers. */
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

/** A labelled text of several lines. */
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

/** A labelled choice from a list. */
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
