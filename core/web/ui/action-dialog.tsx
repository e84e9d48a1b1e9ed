import { type FormHTMLAttributes, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Alert } from '#core/web/ui/alert.tsx'
import { Button, type ButtonLook } from '#core/web/ui/button.tsx'

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
function useModal() {
	const dialog = useRef<HTMLDialogElement>(null)
	useLayoutEffect(() => {
		const shown = dialog.current
		shown?.showModal()
		// Closing it while mounted returns the focus to the opener.
		return () => {
			const heading = shown?.closest('.staff')?.querySelector('h3')
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
