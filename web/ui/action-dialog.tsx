import { type FormHTMLAttributes, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Alert } from '#web/ui/alert.tsx'
import { Button, type ButtonLook } from '#web/ui/button.tsx'

interface ActionDialogProps {
	readonly title: string
	/** Left out where what is inside the dialog confirms it. */
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

/** Shows the dialog for as long as it is drawn, and afterwards has the focus in a place that is still there. */
function useModal() {
	const dialog = useRef<HTMLDialogElement>(null)
	useLayoutEffect(() => {
		const shown = dialog.current
		shown?.showModal()
		// Closed while it is still in the page, it gives the focus back to what opened it.
		return () => {
			const heading = shown?.closest('.staff')?.querySelector('h3')
			shown?.close()
			// What was done may have taken away what opened it, now or along with this dialog.
			queueMicrotask(() => {
				if (document.activeElement === document.body) heading?.focus({ preventScroll: true })
			})
		}
	}, [])
	return dialog
}

/** What the form inside holds, by the names of its fields. */
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
 * Asks before something is done, with what has to be known or said for it. It stays open until it is done or given up; while it
 * is being done it cannot be given up any more, or nobody would see how it ended.
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
			// A browser asked twice closes it without asking the page.
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
