import { useState } from 'react'
import type { OrderDetail } from '#contract/staff/order-detail.ts'
import { refundByTransfer } from '#contract/staff/order-endpoints.ts'
import { formatClp } from '#domain/money.ts'
import { requestTo } from '#web/session/api.ts'
import { useAct } from '#web/staff/act.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Button } from '#web/ui/button.tsx'

/** Takes from staff that they paid by transfer what a gateway did not give back; there is nothing to say while it is given again. */
export function RefundByTransfer({
	detail,
	refund,
}: {
	detail: OrderDetail
	refund: OrderDetail['devoluciones'][number]
}) {
	const [isOpen, setOpen] = useState(false)
	const { act, isBusy, problem } = useAct()
	const { gateway, pago_id, monto } = refund
	const payment = detail.pagos.find((pago) => pago.gateway === gateway && pago.pago_id === pago_id)
	if (refund.estado !== 'rechazada' || (payment?.devolvible ?? 0) < monto) return null
	const request = requestTo(refundByTransfer, { params: { id: detail.id }, body: { devolucion_id: refund.id } })
	const done = 'Devolución por transferencia anotada'
	return (
		<div className="refund-doubt row tight">
			<p className="small">{`Puedes pedirla otra vez con «Devolver dinero», o transferir ${formatClp(monto)} a la cuenta del cliente.`}</p>
			<Button look="outline" onClick={() => setOpen(true)}>
				Ya lo transferí
			</Button>
			{isOpen && (
				<ActionDialog
					title="¿Devolviste el dinero por transferencia?"
					confirmText="Ya lo transferí"
					confirmLook="solid"
					isBusy={isBusy}
					problem={problem}
					onClose={() => setOpen(false)}
					onConfirm={async () => {
						if (await act({ request, done })) setOpen(false)
					}}
				>
					<p>{`Confirma solo si transferiste ${formatClp(monto)} al cliente. Contarán como devueltos y el cliente recibirá un correo.`}</p>
				</ActionDialog>
			)}
		</div>
	)
}
