import { useEffectsQuestion } from '#web/staff/edit/effects-question.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

/** Shows what a change of a field brings about, before it is sent. One of it stands in the panel. */
export function EffectsDialog() {
	const question = useEffectsQuestion()
	return (
		<ConfirmDialog
			isOpen={question !== undefined}
			title="¿Cambiar la orden?"
			confirmText="Cambiar"
			confirmLook="solid"
			cancelText="No cambiar"
			onConfirm={() => question?.answer(true)}
			onCancel={() => question?.answer(false)}
		>
			<p className="strong">{question?.change}</p>
			<ul className="effects stack tight">
				{question?.efectos.map((efecto) => (
					<li key={efecto}>{efecto}</li>
				))}
			</ul>
			<p>Correos y documentos salen después de un minuto: hasta entonces puedes deshacerlo.</p>
		</ConfirmDialog>
	)
}
