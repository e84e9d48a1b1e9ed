import { type FormHTMLAttributes, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { Button, type ButtonLook } from '#core/web/ui/buttons.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'

interface ActionDialogProps {
	readonly title: string
	/** Omitted when the content has its own confirm button. */
	readonly confirmText: string | undefined
	readonly confirmLook?: ButtonLook
	readonly isBusy: boolean
	readonly problem: string | undefined
	readonly children: ReactNode
	readonly onConfirm?: (values: Readonly<Record<string, string>>) => void
	/** In the place of `onConfirm`, where the form checks its own fields. */
	readonly formProps?: Pick<FormHTMLAttributes<HTMLFormElement>, 'noValidate' | 'onSubmit' | 'onInput'>
	readonly onClose: () => void
}

/** Opens the dialog while mounted, and afterwards moves the focus to an existing element. */
export function useModal() {
	const dialog = useRef<HTMLDialogElement>(null)
	useLayoutEffect(() => {
		const shown = dialog.current
		shown?.showModal()
		// Closing it while mounted returns the focus to the opener.
		return () => {
			const heading = shown?.parentElement?.closest('dialog, .staff')?.querySelector('h3')
			shown?.close()
			// The action may have removed the opener, now or with this dialog.
			queueMicrotask(() => {
				if (document.activeElement === document.body) heading?.focus({ preventScroll: true })
			})
		}
	}, [])
	return dialog
}

/** Values of the form inside, by field name. */
function valuesIn(form: HTMLFormElement): Readonly<Record<string, string>> {
	return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}

function DialogButtons({ confirmText, confirmLook, isBusy, onGiveUp }: ActionDialogProps & { onGiveUp: () => void }) {
	return (
		<div className="dialog-ways row">
			<Button look="outline" aria-disabled={isBusy || undefined} onClick={onGiveUp}>
				Volver
			</Button>
			{confirmText !== undefined && (
				<Button type="submit" look={confirmLook ?? 'solid'} isBusy={isBusy}>
					{confirmText}
				</Button>
			)}
		</div>
	)
}

/**
 * Confirms an action, with the necessary information and fields. It stays open until the action ends or is cancelled; a
 * running action cannot be cancelled, because its result would be invisible.
 */
export function ActionDialog(props: ActionDialogProps) {
	const dialog = useModal()
	const id = useId()
	const giveUp = () => {
		if (!props.isBusy) props.onClose()
	}
	return (
		<dialog
			ref={dialog}
			role="alertdialog"
			className="dialog"
			aria-labelledby={`${id}-title`}
			aria-describedby={`${id}-text`}
			onCancel={(event) => {
				event.preventDefault()
				giveUp()
			}}
			// On a second Escape browsers close the dialog without a cancel event.
			onClose={() => {
				if (dialog.current?.open) return
				if (props.isBusy) dialog.current?.showModal()
				else props.onClose()
			}}
		>
			<form
				method="dialog"
				onSubmit={(event) => {
					event.preventDefault()
					if (!props.isBusy) props.onConfirm?.(valuesIn(event.currentTarget))
				}}
				{...props.formProps}
			>
				<h2 id={`${id}-title`} className="title-s">
					{props.title}
				</h2>
				<div id={`${id}-text`} className="act-text">
					{props.children}
				</div>
				{props.problem && <Alert>{props.problem}</Alert>}
				<DialogButtons {...props} onGiveUp={giveUp} />
			</form>
		</dialog>
	)
}

interface ConfirmDialogProps {
	readonly isOpen: boolean
	/** The question, verbatim. */
	readonly title: string
	readonly confirmText: string
	/** `danger` by default; set it for a harmless action. */
	readonly confirmLook?: ButtonLook
	readonly cancelText?: string
	readonly children?: ReactNode
	readonly onConfirm: () => void
	readonly onCancel: () => void
}

/** Confirms an irreversible action. Modal; Escape cancels. */
export function ConfirmDialog(props: ConfirmDialogProps) {
	const dialog = useRef<HTMLDialogElement>(null)
	const id = useId()
	useEffect(() => {
		const element = dialog.current
		if (props.isOpen && !element?.open) element?.showModal()
		if (!props.isOpen && element?.open) element.close()
	}, [props.isOpen])
	return (
		<dialog
			ref={dialog}
			role="alertdialog"
			className="dialog"
			aria-labelledby={`${id}-title`}
			aria-describedby={props.children ? `${id}-text` : undefined}
			onCancel={(event) => {
				event.preventDefault()
				props.onCancel()
			}}
		>
			<h2 id={`${id}-title`} className="title-s">
				{props.title}
			</h2>
			{props.children && (
				<div id={`${id}-text`} className="muted above-xs">
					{props.children}
				</div>
			)}
			<div className="dialog-ways row">
				<Button look="outline" onClick={props.onCancel}>
					{props.cancelText ?? 'Cancelar'}
				</Button>
				<Button look={props.confirmLook ?? 'danger'} onClick={props.onConfirm}>
					{props.confirmText}
				</Button>
			</div>
		</dialog>
	)
}
