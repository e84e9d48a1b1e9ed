import { useEffectsQuestion } from '#core/web/edit/effects-question.ts'
import { ConfirmDialog } from '#core/web/ui/confirm-dialog.tsx'

/** Shows the effects of a change before it is saved. The panel renders one instance. */
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
