import { useState } from 'react'
import { minReason } from '#core/rules/limits.ts'
import { formatClp } from '#core/rules/money.ts'
import { ActionForm, FormField, FormMessage } from '#core/web/forms/action-form.tsx'
import { checked, reasonProblem } from '#core/web/forms/checked.ts'
import { type ApiRequest, requestTo } from '#core/web/session/api.ts'
import { Button, type ButtonLook } from '#core/web/ui/buttons.tsx'
import { attentionText } from '#modules/orders/case-text.ts'
import { refusedProofHours } from '#modules/orders/hold-times.ts'
import type { OrderAction } from '#modules/orders/order-actions.ts'
import { maxRefusal, refusalReasons } from '#modules/orders/refused-proof.ts'
import {
	confirmTransfer,
	deliverOrder,
	refuseProof,
	releaseDelivery,
	resolveCase,
} from '#modules/orders/staff/endpoints.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import { CancelDialog } from '#modules/orders/staff/web/cancel-dialog.tsx'
import { stoppedText } from '#modules/orders/staff/web/money-text.ts'
import { HandRefundDialog, RefundDialog } from '#modules/orders/staff/web/refund-dialog.tsx'

interface ActionText {
	readonly button: string
	readonly look: ButtonLook
	readonly title: string
	readonly confirm: string
	readonly confirmLook: ButtonLook
	readonly done: string
	readonly request: (id: string, motivo: string) => ApiRequest
	readonly text: (order: OrderDetail) => string
	/** The label of the reason that it requires. */
	readonly asks?: string
}

/** What moves money, or offers reasons, has a dialog of its own. */
const ownDialogs = {
	rechazar_comprobante: { button: 'Pedir otro comprobante', Dialog: RefuseProofDialog },
	devolver: { button: 'Devolver dinero', Dialog: RefundDialog },
	devolver_a_mano: { button: 'Anotar devolución', Dialog: HandRefundDialog },
	cancelar: { button: 'Cancelar orden', Dialog: CancelDialog },
} as const
type DialogAction = keyof typeof ownDialogs

const hasOwnDialog = (action: OrderAction): action is DialogAction => action in ownDialogs

const actionDialogs: Readonly<Record<Exclude<OrderAction, DialogAction>, ActionText>> = {
	confirmar_transferencia: {
		button: 'Confirmar transferencia',
		look: 'solid',
		title: '¿Confirmar la transferencia?',
		confirm: 'Confirmar transferencia',
		confirmLook: 'solid',
		done: 'Transferencia confirmada',
		request: (id) => requestTo(confirmTransfer, { params: { id } }),
		text: ({ nro_orden, total }) =>
			`Confirma solo si ves ${formatClp(total)} en la cuenta. La orden ${nro_orden} quedará pagada y el cliente recibirá un correo.`,
	},
	entregar: {
		button: 'Marcar entregada',
		look: 'solid',
		title: '¿Marcar la orden como entregada?',
		confirm: 'Marcar entregada',
		confirmLook: 'solid',
		done: 'Orden entregada',
		request: (id) => requestTo(deliverOrder, { params: { id } }),
		text: ({ nro_orden, estado, total }) =>
			estado === 'pagada'
				? `La orden ${nro_orden} quedará completada.`
				: `La orden ${nro_orden} quedará completada. Confirma que recibiste ${formatClp(total)} en efectivo.`,
	},
	entregar_igual: {
		button: 'Entregar igual',
		look: 'outline',
		title: '¿Entregar la orden de todos modos?',
		confirm: 'Entregar igual',
		confirmLook: 'danger',
		done: 'La orden se puede entregar',
		request: (id, motivo) => requestTo(releaseDelivery, { params: { id }, body: { motivo } }),
		text: ({ nro_orden, dinero }) =>
			`${stoppedText(dinero)} Si sigues, la orden ${nro_orden} vuelve a «Por despachar» y se puede entregar. Queda escrito quién lo decidió y por qué.`,
		asks: `Motivo (al menos ${minReason} letras)`,
	},
	resolver_caso: {
		button: 'Caso resuelto',
		look: 'outline',
		title: '¿Dar el caso por resuelto?',
		confirm: 'Resolver caso',
		confirmLook: 'solid',
		done: 'Caso resuelto',
		request: (id) => requestTo(resolveCase, { params: { id } }),
		text: ({ atencion }) => `${attentionText(atencion)}. La orden saldrá de la lista de casos.`,
	},
}

const order: readonly OrderAction[] = [
	'confirmar_transferencia',
	'rechazar_comprobante',
	'entregar',
	'entregar_igual',
	'resolver_caso',
	'devolver',
	'devolver_a_mano',
	'cancelar',
]

function ConfirmActionDialog({
	detail,
	action,
	onClose,
}: {
	detail: OrderDetail
	action: ActionText
	onClose: () => void
}) {
	return (
		<ActionForm
			title={action.title}
			confirmText={action.confirm}
			confirmLook={action.confirmLook}
			onClose={onClose}
			act={({ motivo = '' }) => {
				const plan = { request: action.request(detail.id, motivo.trim()), done: action.done }
				return checked({ motivo: action.asks && reasonProblem(motivo.trim()) }, plan)
			}}
		>
			<p>{action.text(detail)}</p>
			{action.asks && (
				<FormField label={action.asks} name="motivo" maxLength={300} required data-missing="Escribe el motivo." />
			)}
		</ActionForm>
	)
}

/** What can be done with the order now, each behind a question. */
export function OrderActions({ detail }: { detail: OrderDetail }) {
	const [open, setOpen] = useState<OrderAction>()
	const close = () => setOpen(undefined)
	const possible = order.filter((action) => detail.acciones.includes(action))
	if (possible.length === 0 && open === undefined) return null
	const OwnDialog = open && hasOwnDialog(open) ? ownDialogs[open].Dialog : undefined
	return (
		<div className="order-actions row tight">
			{possible.map((action) => (
				<Button
					key={action}
					className={!hasOwnDialog(action) && actionDialogs[action].look === 'solid' ? 'order-main-action' : ''}
					look={hasOwnDialog(action) ? 'outline' : actionDialogs[action].look}
					onClick={() => setOpen(action)}
				>
					{hasOwnDialog(action) ? ownDialogs[action].button : actionDialogs[action].button}
				</Button>
			))}
			{OwnDialog && <OwnDialog detail={detail} onClose={close} />}
			{open && !hasOwnDialog(open) && (
				<ConfirmActionDialog detail={detail} action={actionDialogs[open]} onClose={close} />
			)}
		</div>
	)
}

const other = 'otro'

/** Refuses the proofs of an order with one of the usual reasons, or with a typed one. */
function RefuseProofDialog({ detail, onClose }: { detail: OrderDetail; onClose: () => void }) {
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
