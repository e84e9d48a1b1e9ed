import {
	type InputHTMLAttributes,
	type ReactNode,
	type SelectHTMLAttributes,
	type TextareaHTMLAttributes,
	useEffect,
	useId,
	useState,
} from 'react'
import '#core/web/ui/screen-parts.css'

/** The values of a choice and their texts. */
export type Options<Value extends string | number = string> = readonly (readonly [value: Value, text: string])[]

interface FieldParts {
	readonly id?: string | undefined
	readonly label: string
	/** Message of an invalid value, announced when it appears. Without this prop no room is reserved. */
	readonly error?: ReactNode
	readonly hint?: ReactNode
	readonly className?: string
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

interface Labels {
	readonly id: string
	readonly className: string
	readonly 'aria-invalid': true | undefined
	readonly 'aria-describedby': string | undefined
}

/** A control with its label above and its message below, linked by aria-describedby. */
function Labelled({ parts, children }: { parts: FieldParts; children: (labels: Labels) => ReactNode }) {
	const ownId = useId()
	const { id = ownId, label, hint, error, className = '' } = parts
	const messages = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean)
	return (
		<div className={`field ${className}`}>
			<label htmlFor={id}>{label}</label>
			{children({
				id,
				className: 'input',
				'aria-invalid': error ? true : undefined,
				'aria-describedby': messages.length > 0 ? messages.join(' ') : undefined,
			})}
			{(hint || 'error' in parts) && <FieldMessage id={id} hint={hint} error={error} />}
		</div>
	)
}

/** The attributes of a control with the parts around it. */
type Control<Attributes> = FieldParts & Omit<Attributes, keyof FieldParts>

export interface FieldProps extends Control<InputHTMLAttributes<HTMLInputElement>> {
	/** A button inside the field, at its end. */
	readonly trailing?: ReactNode
}

/** A labelled input. */
export function Field({ trailing, ...parts }: FieldProps) {
	const { label, error, hint, className, ...input } = parts
	return (
		<Labelled parts={parts}>
			{(labels) =>
				trailing ? (
					<div className="input-with">
						<input {...input} {...labels} />
						{trailing}
					</div>
				) : (
					<input {...input} {...labels} />
				)
			}
		</Labelled>
	)
}

export function TextAreaField(parts: Control<TextareaHTMLAttributes<HTMLTextAreaElement>>) {
	const { label, error, hint, className, ...textarea } = parts
	return <Labelled parts={parts}>{(labels) => <textarea {...textarea} {...labels} />}</Labelled>
}

interface SelectFieldProps extends Control<SelectHTMLAttributes<HTMLSelectElement>> {
	/** In the place of children. */
	readonly options?: Options<string | number>
}

export function SelectField({ options, children, ...parts }: SelectFieldProps) {
	const { label, error, hint, className, ...select } = parts
	return (
		<Labelled parts={parts}>
			{(labels) => (
				<select {...select} {...labels}>
					{options
						? options.map(([value, text]) => (
								<option key={value} value={value}>
									{text}
								</option>
							))
						: children}
				</select>
			)}
		</Labelled>
	)
}

/** A password field with a button that reveals it, against typing errors on phones. */
export function PasswordField(props: Omit<FieldProps, 'type' | 'trailing'>) {
	const [isShown, setShown] = useState(false)
	return (
		<Field
			autoCapitalize="none"
			spellCheck={false}
			{...props}
			type={isShown ? 'text' : 'password'}
			trailing={
				<button type="button" className="input-trailing" onClick={() => setShown(!isShown)}>
					<span>{isShown ? 'Ocultar' : 'Mostrar'}</span>
					<span className="visually-hidden"> contraseña</span>
				</button>
			}
		/>
	)
}

/** Combobox state: list open or closed, and the active option (−1: none, the text itself). */
export interface ComboboxPlace {
	readonly isOpen: boolean
	readonly active: number
}

/** Result of a key: a new state, or the active option is chosen. Undefined: not handled. */
type ComboboxMove = { readonly place: ComboboxPlace } | { readonly pick: number } | undefined

/**
 * Keyboard of an editable combobox with a list (WAI-ARIA Authoring Practices, "Combobox"): arrows cycle through options and
 * text, Enter chooses, Escape closes, Tab chooses and moves on.
 */
export function moveCombobox(place: ComboboxPlace, key: string, options: number): ComboboxMove {
	if (options === 0) return undefined
	const { isOpen, active } = place
	switch (key) {
		case 'ArrowDown':
			if (!isOpen) return { place: { isOpen: true, active: 0 } }
			return { place: { isOpen: true, active: active + 1 >= options ? -1 : active + 1 } }
		case 'ArrowUp':
			if (!isOpen) return { place: { isOpen: true, active: options - 1 } }
			return { place: { isOpen: true, active: active === -1 ? options - 1 : active - 1 } }
		case 'Enter':
		case 'Tab':
			return isOpen && active >= 0 ? { pick: active } : undefined
		case 'Escape':
			return isOpen ? { place: { isOpen: false, active: -1 } } : undefined
		default:
			return undefined
	}
}

let isPressed = false
let waiting: (() => void)[] = []

function press(): void {
	isPressed = true
}

/** The click event follows the release, so deferred work runs a task later. */
function release(): void {
	isPressed = false
	setTimeout(() => {
		if (isPressed) return
		const actions = waiting
		waiting = []
		for (const action of actions) action()
	})
}

// A tap moves the focus with its late mouse events, a mouse with pointer events: both start and end a press.
if (typeof window !== 'undefined') {
	for (const type of ['pointerdown', 'mousedown']) window.addEventListener(type, press, true)
	for (const type of ['pointerup', 'pointercancel', 'mouseup', 'dragend']) window.addEventListener(type, release, true)
}

/**
 * Runs work that may move the page, such as the validation on blur, immediately or after the click of a running press. A
 * shift between press and release would lose the click.
 */
export function afterPress(action: () => void): void {
	if (isPressed) waiting.push(action)
	else action()
}

/** Advice for a HEIC photo, which most browsers and the shop cannot read. */
export const heicText =
	'Esa foto es HEIC y no se puede leer. En el iPhone elige Ajustes › Cámara › Formatos › Más compatible y tómala otra vez, o envía una captura de pantalla.'

/** Returns whether a file is HEIC or HEIF. Some systems set no type, only the extension. */
export const isHeic = ({ name, type }: { readonly name?: string; readonly type: string }): boolean =>
	/^image\/hei[cf]/i.test(type) || /\.hei[cf]$/i.test(name ?? '')

/** Returns an address of an image that the browser has, and revokes it after a change. */
export function useObjectUrl(image: Blob | undefined): string | undefined {
	const [address, setAddress] = useState<string>()
	useEffect(() => {
		if (!image) return setAddress(undefined)
		const made = URL.createObjectURL(image)
		setAddress(made)
		return () => URL.revokeObjectURL(made)
	}, [image])
	return address
}
