import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Button, type ButtonLook } from '#core/web/ui/button.tsx'

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
