import { type ComponentType, useState } from 'react'
import { minReason } from '#core/rules/limits.ts'
import { formatClp } from '#core/rules/money.ts'
import { ActionForm, FormField, FormMessage } from '#core/web/forms/action-form.tsx'
import { checked, reasonProblem } from '#core/web/forms/checked.ts'
import { requestTo } from '#core/web/session/api.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { attentionText } from '#modules/orders/case-text.ts'
import { refusedProofHours } from '#modules/orders/hold-times.ts'
import type { OrderAction } from '#modules/orders/order-actions.ts'
import { maxRefusal, refusalReasons } from '#modules/orders/refused-proof.ts'
import {
	cancelTogether,
	confirmTransfer,
	deliverOrder,
	refuseProof,
	releaseDelivery,
	resolveCase,
} from '#modules/orders/staff/endpoints.ts'
import type { OrderDetail, OrderGroup } from '#modules/orders/staff/shapes.ts'
import { stoppedText } from '#modules/orders/staff/web/money-text.ts'
import {
	CancelDialog,
	type DialogProps,
	HandRefundDialog,
	RefundDialog,
} from '#modules/orders/staff/web/refund-dialogs.tsx'

interface ActionButton {
	readonly action: OrderAction
	readonly button: string
	/** What is usually done next. */
	readonly isMain?: boolean
	readonly Dialog: ComponentType<DialogProps>
}

const actions: readonly ActionButton[] = [
	{ action: 'confirmar_transferencia', button: 'Confirmar transferencia', isMain: true, Dialog: ConfirmDialog },
	{ action: 'rechazar_comprobante', button: 'Pedir otro comprobante', Dialog: RefuseProofDialog },
	{ action: 'entregar', button: 'Marcar entregada', isMain: true, Dialog: DeliverDialog },
	{ action: 'entregar_igual', button: 'Entregar igual', Dialog: ReleaseDialog },
	{ action: 'resolver_caso', button: 'Caso resuelto', Dialog: ResolveDialog },
	{ action: 'devolver', button: 'Devolver dinero', Dialog: RefundDialog },
	{ action: 'devolver_a_mano', button: 'Anotar devolución', Dialog: HandRefundDialog },
	{ action: 'cancelar', button: 'Cancelar orden', Dialog: CancelDialog },
]

/** What can be done with the order now, each behind a question. */
export function OrderActions({ detail }: { detail: OrderDetail }) {
	const [open, setOpen] = useState<ActionButton>()
	const possible = actions.filter(({ action }) => detail.acciones.includes(action))
	if (possible.length === 0 && open === undefined) return null
	return (
		<div className="order-actions row tight">
			{possible.map((one) => (
				<Button
					key={one.action}
					className={one.isMain ? 'order-main-action' : ''}
					look={one.isMain ? 'solid' : 'outline'}
					onClick={() => setOpen(one)}
				>
					{one.button}
				</Button>
			))}
			{open && <open.Dialog detail={detail} onClose={() => setOpen(undefined)} />}
		</div>
	)
}

function ConfirmDialog({ detail: { id, nro_orden, total }, onClose }: DialogProps) {
	return (
		<ActionForm
			title="¿Confirmar la transferencia?"
			confirmText="Confirmar transferencia"
			onClose={onClose}
			act={{ request: requestTo(confirmTransfer, { params: { id } }), done: 'Transferencia confirmada' }}
		>
			<p>{`Confirma solo si ves ${formatClp(total)} en la cuenta. La orden ${nro_orden} quedará pagada y el cliente recibirá un correo.`}</p>
		</ActionForm>
	)
}

function DeliverDialog({ detail: { id, nro_orden, estado, total }, onClose }: DialogProps) {
	const cash = estado === 'pagada' ? '' : ` Confirma que recibiste ${formatClp(total)} en efectivo.`
	return (
		<ActionForm
			title="¿Marcar la orden como entregada?"
			confirmText="Marcar entregada"
			onClose={onClose}
			act={{ request: requestTo(deliverOrder, { params: { id } }), done: 'Orden entregada' }}
		>
			<p>{`La orden ${nro_orden} quedará completada.${cash}`}</p>
		</ActionForm>
	)
}

function ReleaseDialog({ detail: { id, nro_orden, dinero }, onClose }: DialogProps) {
	return (
		<ActionForm
			title="¿Entregar la orden de todos modos?"
			confirmText="Entregar igual"
			confirmLook="danger"
			onClose={onClose}
			act={({ motivo: typed = '' }) => {
				const motivo = typed.trim()
				const request = requestTo(releaseDelivery, { params: { id }, body: { motivo } })
				return checked({ motivo: reasonProblem(motivo) }, { request, done: 'La orden se puede entregar' })
			}}
		>
			<p>{`${stoppedText(dinero)} Si sigues, la orden ${nro_orden} vuelve a «Por despachar» y se puede entregar. Queda escrito quién lo decidió y por qué.`}</p>
			<FormField
				label={`Motivo (al menos ${minReason} letras)`}
				name="motivo"
				maxLength={300}
				required
				data-missing="Escribe el motivo."
			/>
		</ActionForm>
	)
}

function ResolveDialog({ detail: { id, atencion }, onClose }: DialogProps) {
	return (
		<ActionForm
			title="¿Dar el caso por resuelto?"
			confirmText="Resolver caso"
			onClose={onClose}
			act={{ request: requestTo(resolveCase, { params: { id } }), done: 'Caso resuelto' }}
		>
			<p>{`${attentionText(atencion)}. La orden saldrá de la lista de casos.`}</p>
		</ActionForm>
	)
}

const other = 'otro'

/** Refuses the proofs of an order with one of the usual reasons, or with a typed one. */
function RefuseProofDialog({ detail, onClose }: DialogProps) {
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

const groupTexts: Readonly<Record<OrderGroup, { readonly name: string; readonly who: string }>> = {
	red: {
		name: 'de esta red',
		who: 'Son de cuentas que no han confirmado su correo y piden desde la misma red.',
	},
	hora: {
		name: 'de esa hora',
		who: 'Son todas las que se hicieron en la misma hora, de quien sea: mira antes la lista de órdenes.',
	},
}

/** Cancels the unpaid orders of the order's network or hour at once, where there are at least two. */
export function CancelTogether({ detail: { id, juntas } }: { detail: OrderDetail }) {
	const groups = (['red', 'hora'] as const).flatMap((grupo) => {
		const together = juntas[grupo]
		return together ? [{ grupo, ...together }] : []
	})
	// As they were when the dialog opened, also while the orders are being cancelled.
	const [open, setOpen] = useState<(typeof groups)[number]>()
	if (groups.length === 0 && !open) return null
	return (
		<div className="order-actions row tight">
			{groups.map((group) => (
				<Button key={group.grupo} look="outline" onClick={() => setOpen(group)}>
					{`Cancelar las ${group.ordenes} órdenes sin pagar ${groupTexts[group.grupo].name}`}
				</Button>
			))}
			{open && (
				<ActionForm
					title={`¿Cancelar las ${open.ordenes} órdenes sin pagar ${groupTexts[open.grupo].name}?`}
					confirmText={`Cancelar ${open.ordenes} órdenes`}
					confirmLook="danger"
					onClose={() => setOpen(undefined)}
					act={({ motivo = '' }) => {
						const body = { grupo: open.grupo, motivo: motivo.trim() }
						return { request: requestTo(cancelTogether, { params: { id }, body }), done: 'Órdenes canceladas' }
					}}
				>
					<p>
						{`${groupTexts[open.grupo].who} Ninguna se ha pagado ni tiene comprobante. Vuelven al stock ${open.unidades} unidades, y cada cliente recibe un correo.`}
					</p>
					<FormField label="Motivo para los clientes (opcional)" name="motivo" isOptional maxLength={300} />
				</ActionForm>
			)}
		</div>
	)
}
