import { useState } from 'react'
import { ActionForm, FormField, FormMessage } from '#core/web/forms/action-form.tsx'
import { checked, reasonProblem } from '#core/web/forms/checked.ts'
import { requestTo } from '#core/web/session/api.ts'
import { refusedProofHours } from '#modules/orders/hold-times.ts'
import { maxRefusal, refusalReasons } from '#modules/orders/refused-proof.ts'
import { refuseProof } from '#modules/staff-orders/endpoints.ts'
import type { OrderDetail } from '#modules/staff-orders/shapes.ts'

const other = 'otro'

/** Refuses the proofs of an order with one of the usual reasons, or with a typed one. */
export function RefuseProofDialog({ detail, onClose }: { detail: OrderDetail; onClose: () => void }) {
	const [isOther, setOther] = useState(false)
	const choices = [...refusalReasons.map((reason) => [reason, reason]), [other, 'Otro motivo']] as const
	return (
		<ActionForm
			title="¿Pedir otro comprobante?"
			confirmText="Pedir otro comprobante"
			onClose={onClose}
			act={({ motivo: chosen = '', otro: typed = '' }) => {
				const motivo = chosen === other ? typed.trim() : chosen
				const request = requestTo(refuseProof, { params: { id: detail.id }, body: { motivo } })
				return checked({ otro: reasonProblem(motivo) }, { request, done: 'Pediste otro comprobante' })
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
							data-missing="Elige el motivo."
							onChange={() => setOther(value === other)}
						/>
						<span>{label}</span>
					</label>
				))}
				<FormMessage name="motivo" />
			</fieldset>
			<FormField
				label="Otro motivo, en palabras para el cliente"
				name="otro"
				required
				data-missing="Escribe el motivo."
				disabled={!isOther}
				maxLength={maxRefusal}
			/>
		</ActionForm>
	)
}
