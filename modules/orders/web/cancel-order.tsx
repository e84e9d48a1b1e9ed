import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isGatewayMethod } from '#core/rules/payment-methods.ts'
import { call } from '#core/web/session/api.ts'
import { useSessionExpired } from '#core/web/session/login.ts'
import { profileKey } from '#core/web/session/query-client.tsx'
import { Button } from '#core/web/ui/buttons.tsx'
import { ActionDialog } from '#core/web/ui/dialogs.tsx'
import { clearNotices, notify } from '#core/web/ui/notices.tsx'
import { cancelOrder } from '#modules/orders/endpoints.ts'
import type { ShownOrder } from '#modules/orders/shapes.ts'
import { payNotice } from '#modules/orders/web/pay-again.tsx'

const failedText = 'No pudimos cancelar tu pedido. Intenta nuevamente.'

/** Cancels an own unpaid order after a confirmation. */
export function CancelOrder({ order }: { order: ShownOrder }) {
	const [isOpen, setOpen] = useState(false)
	const client = useQueryClient()
	const expired = useSessionExpired()
	const cancellation = useMutation({ mutationFn: () => call(cancelOrder, { params: { id: order.id } }) })
	const { data, isPending } = cancellation

	async function cancel(): Promise<void> {
		clearNotices()
		const answer = await cancellation.mutateAsync()
		if (answer.status === 401) return expired('/perfil?tab=ordenes')
		const isRefused = answer.status === 409 || answer.status === 404
		if (!answer.ok && !isRefused) return
		setOpen(false)
		if (!answer.ok) notify(answer.text ?? failedText, 'problem', { at: payNotice })
		// After a refusal the shown state is outdated: the order may be paid.
		void client.invalidateQueries({ queryKey: profileKey })
	}

	return (
		<>
			<Button
				look="plain"
				isBusy={data?.ok === true}
				onClick={() => {
					cancellation.reset()
					setOpen(true)
				}}
			>
				Cancelar pedido
			</Button>
			{isOpen && (
				<ActionDialog
					title="¿Cancelar tu pedido?"
					confirmText="Cancelar pedido"
					confirmLook="danger"
					isBusy={isPending}
					problem={data && !data.ok ? (data.status !== 0 && data.text) || failedText : undefined}
					onConfirm={() => void cancel()}
					onClose={() => setOpen(false)}
				>
					<p className="above-xs">{`Tu pedido ${order.nro_orden} se cancela y sus unidades vuelven a la venta.`}</p>
					{order.metodo_pago === 'transferencia' && (
						<p className="above-s">Si ya transferiste, no lo canceles: sube tu comprobante.</p>
					)}
					{isGatewayMethod(order.metodo_pago) && (
						<p className="above-s">Si dejaste abierta la página de pago, ciérrala sin pagar.</p>
					)}
				</ActionDialog>
			)}
		</>
	)
}
