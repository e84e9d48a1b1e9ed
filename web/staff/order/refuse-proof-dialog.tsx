import { useState } from 'react'
import type { OrderDetail } from '#contract/staff/order-detail.ts'
import { refuseProof } from '#contract/staff/order-endpoints.ts'
import { refusedProofHours } from '#domain/orders/hold-times.ts'
import { maxRefusal, refusalReasons } from '#domain/payments/refused-proof.ts'
import { minReason } from '#domain/staff/min-reason.ts'
import { requestTo } from '#web/session/api.ts'
import { useAct } from '#web/staff/act.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Field } from '#web/ui/field.tsx'

const other = 'otro'

/** Refuses the proofs of an order with one of the usual reasons, or with a typed one. */
export function RefuseProofDialog({ detail, onClose }: { detail: OrderDetail; onClose: () => void }) {
	const { act, isBusy, problem } = useAct()
	const [chosen, setChosen] = useState<string>()
	const choices = [...refusalReasons.map((reason) => [reason, reason]), [other, 'Otro motivo']] as const
	return (
		<ActionDialog
			title="¿Pedir otro comprobante?"
			confirmText="Pedir otro comprobante"
			isBusy={isBusy}
			problem={problem}
			onClose={onClose}
			onConfirm={async (values) => {
				const motivo = (chosen === other ? (values.otro ?? '') : (chosen ?? '')).trim()
				const request = requestTo(refuseProof, { params: { id: detail.id }, body: { motivo } })
				if (await act({ request, done: 'Pediste otro comprobante' })) onClose()
			}}
		>
			<p>
				{`La orden ${detail.nro_orden} vuelve a Pendiente y guarda sus unidades al menos ${refusedProofHours} horas más. El cliente recibe un correo con el motivo y el enlace para subir otro.`}
			</p>
			<fieldset className="order-fate">
				<legend>¿Por qué no sirve?</legend>
				{choices.map(([value, label]) => (
					<label key={value} className="check-line choice-line">
						<input
							type="radio"
							name="motivo"
							value={value}
							required
							checked={chosen === value}
							onChange={() => setChosen(value)}
						/>
						<span>{label}</span>
					</label>
				))}
			</fieldset>
			<Field
				label="Otro motivo, en palabras para el cliente"
				name="otro"
				required
				disabled={chosen !== other}
				minLength={minReason}
				maxLength={maxRefusal}
				autoComplete="off"
			/>
		</ActionDialog>
	)
}
