import { type InputHTMLAttributes, type ReactNode, type SelectHTMLAttributes, useId } from 'react'

interface FieldParts {
	readonly label: string
	/** What is wrong with the value, in a sentence; announced when it appears. */
	readonly error?: string | undefined
	readonly hint?: ReactNode
	readonly className?: string
}

function describedBy(id: string, parts: FieldParts): string | undefined {
	const ids = [parts.hint && `${id}-hint`, parts.error && `${id}-error`].filter(Boolean)
	return ids.length > 0 ? ids.join(' ') : undefined
}

function Frame({ id, parts, children }: { id: string; parts: FieldParts; children: ReactNode }) {
	return (
		<div className={`field ${parts.className ?? ''}`}>
			<label htmlFor={id}>{parts.label}</label>
			{children}
			{parts.hint && (
				<p id={`${id}-hint`} className="field-hint">
					{parts.hint}
				</p>
			)}
			<p id={`${id}-error`} className="field-error" aria-live="polite">
				{parts.error}
			</p>
		</div>
	)
}

export interface FieldProps extends FieldParts, Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> {
	/** A button inside of the field, at its end. */
	readonly trailing?: ReactNode
}

/** A labelled input. The label stands above, the error beside it and wired to it for screen readers. */
export function Field({ label, error, hint, className, trailing, ...input }: FieldProps) {
	const ownId = useId()
	const id = input.id ?? ownId
	const parts: FieldParts = { label, error, hint, ...(className === undefined ? {} : { className }) }
	const control = (
		<input
			{...input}
			id={id}
			className="input"
			aria-invalid={error ? true : undefined}
			aria-describedby={describedBy(id, parts)}
		/>
	)
	return (
		<Frame id={id} parts={parts}>
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

/** A labelled choice from a list. */
export function SelectField({
	label,
	error,
	hint,
	className,
	...select
}: FieldParts & Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className'>) {
	const ownId = useId()
	const id = select.id ?? ownId
	const parts: FieldParts = { label, error, hint, ...(className === undefined ? {} : { className }) }
	return (
		<Frame id={id} parts={parts}>
			<select
				{...select}
				id={id}
				className="input"
				aria-invalid={error ? true : undefined}
				aria-describedby={describedBy(id, parts)}
			/>
		</Frame>
	)
}
