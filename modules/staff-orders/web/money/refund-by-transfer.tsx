import { useState } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { ActionForm } from '#core/web/forms/action-form.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { Button } from '#core/web/ui/button.tsx'
import { refundByTransfer } from '#modules/staff-orders/endpoints.ts'
import type { OrderDetail } from '#modules/staff-orders/shapes.ts'

/** Records that staff paid by transfer a refund that its gateway rejected; nothing while it is requested again. */
export function RefundByTransfer({
	detail,
	refund,
}: {
	detail: OrderDetail
	refund: OrderDetail['devoluciones'][number]
}) {
	const [isOpen, setOpen] = useState(false)
	const { gateway, pago_id, monto } = refund
	const payment = detail.pagos.find((pago) => pago.gateway === gateway && pago.pago_id === pago_id)
	if (refund.estado !== 'rechazada' || (payment?.devolvible ?? 0) < monto) return null
	const request = requestTo(refundByTransfer, { params: { id: detail.id }, body: { devolucion_id: refund.id } })
	return (
		<div className="refund-doubt row tight">
			<p className="small">{`Puedes pedirla otra vez con «Devolver dinero», o transferir ${formatClp(monto)} a la cuenta del cliente.`}</p>
			<Button look="outline" onClick={() => setOpen(true)}>
				Ya lo transferí
			</Button>
			{isOpen && (
				<ActionForm
					title="¿Devolviste el dinero por transferencia?"
					confirmText="Ya lo transferí"
					onClose={() => setOpen(false)}
					act={{ request, done: 'Devolución por transferencia anotada' }}
				>
					<p>{`Confirma solo si transferiste ${formatClp(monto)} al cliente. Contarán como devueltos y el cliente recibirá un correo.`}</p>
				</ActionForm>
			)}
		</div>
	)
}
