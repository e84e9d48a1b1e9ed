import { type FormEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { call } from '#core/web/session/api.ts'
import { updateAndFocus } from '#core/web/ui/buttons.tsx'
import { useCheckedForm } from '#core/web/ui/checked-form.tsx'
import { ActionDialog } from '#core/web/ui/dialogs.tsx'
import { Field } from '#core/web/ui/fields.tsx'
import { consentText, consentVersion } from '#modules/back-in-stock/consent.ts'
import { askNotice } from '#modules/back-in-stock/endpoints.ts'
import type { Color } from '#modules/catalog/colors.ts'

/** Asks for the address that gets the notice of a colour. */
export default function AskDialog({ color, onClose }: { color: Color; onClose: () => void }) {
	const [isBusy, setBusy] = useState(false)
	const [problem, setProblem] = useState<string>()
	const [sentText, setSentText] = useState<string>()
	const sent = useRef<HTMLParagraphElement>(null)

	async function ask(correo: string): Promise<void> {
		setBusy(true)
		setProblem(undefined)
		const answer = await call(askNotice, { body: { color, correo, consentimiento: consentVersion } })
		setBusy(false)
		if (answer.ok)
			updateAndFocus(
				() => setSentText(answer.data.mensaje),
				() => sent.current,
			)
		else setProblem((answer.status !== 0 && answer.text) || 'No pudimos enviarlo. Intenta nuevamente.')
	}
	const { problems, formProps } = useCheckedForm(({ correo = '' }) => {
		if (!isBusy) void ask(correo)
	})
	const onSubmit = (event: FormEvent<HTMLFormElement>) => {
		// React passes events on to the form of the cart, which holds the opener.
		event.stopPropagation()
		formProps.onSubmit(event)
	}
	// Outside that form, as forms cannot be nested.
	return createPortal(
		<ActionDialog
			title={sentText === undefined ? `Avísame cuando llegue ${color}` : 'Revisa tu correo'}
			confirmText={sentText === undefined ? 'Avísame' : undefined}
			isBusy={isBusy}
			problem={problem}
			formProps={{ ...formProps, onSubmit }}
			onClose={onClose}
		>
			{sentText === undefined ? (
				<div className="above-s">
					<Field
						label="Tu correo"
						name="correo"
						type="email"
						autoComplete="email"
						required
						data-missing="Ingresa tu correo."
						error={problems.correo}
					/>
					<p className="muted small">{consentText(color)}</p>
				</div>
			) : (
				<p ref={sent} tabIndex={-1} className="above-s">
					{sentText}
				</p>
			)}
		</ActionDialog>,
		document.body,
	)
}
