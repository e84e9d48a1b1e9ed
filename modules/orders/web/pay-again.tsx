import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { metodoPagoText, paymentUrlIn } from '#core/rules/payment-methods.ts'
import { call } from '#core/web/session/api.ts'
import { useSessionExpired } from '#core/web/session/login.ts'
import { profileKey } from '#core/web/session/query-client.tsx'
import { Button } from '#core/web/ui/buttons.tsx'
import { usePageRestored } from '#core/web/ui/hooks.ts'
import { clearNotices, NoticePlace, notify } from '#core/web/ui/notices.tsx'
import { usePageData } from '#modules/catalog/web/catalog.tsx'
import { payOrder, payTrackedOrder } from '#modules/orders/endpoints.ts'
import type { ProfileOrder } from '#modules/orders/shapes.ts'
import { trackingKey } from '#modules/orders/web/own-order.ts'

/** The `NoticePlace` over the button that pays again. */
export const payNotice = 'pagar'

interface PayAgainProps {
	readonly order: Pick<ProfileOrder, 'id' | 'metodo_pago'>
	/** Of the signed link that pays the order without a session. */
	readonly token?: string | undefined
	/** What the button says. */
	readonly children: ReactNode
}

/** The button that pays an order again, at its gateway or at another one that the shop offers: as its customer, or by `token`. */
export function PayAgain({ order, token, children }: PayAgainProps) {
	const { pasarelas } = usePageData()
	const own = pasarelas.find((name) => name === order.metodo_pago) ?? pasarelas[0]
	const [chosen, choose] = useState(own)
	const metodo_pago = chosen ?? 'mercadopago'
	const client = useQueryClient()
	const expired = useSessionExpired()
	const payment = useMutation({
		mutationFn: () =>
			token
				? call(payTrackedOrder, { params: { token }, body: { metodo_pago } })
				: call(payOrder, { params: { id: order.id }, body: { metodo_pago } }),
	})
	const pageOf = (answer: typeof payment.data) => (answer?.ok ? paymentUrlIn(metodo_pago, answer.data) : undefined)
	// Also while the gateway's page loads.
	const isBusy = payment.isPending || pageOf(payment.data) !== undefined
	usePageRestored(payment.reset)

	async function pay(): Promise<void> {
		clearNotices()
		const answer = await payment.mutateAsync()
		const page = pageOf(answer)
		if (page) return window.location.assign(page)
		if (answer.status === 401) return expired('/perfil?tab=ordenes')
		if (answer.status !== 0) {
			// The shown state is outdated: the order may be cancelled or paid.
			for (const queryKey of [profileKey, trackingKey]) void client.invalidateQueries({ queryKey })
		}
		const refusal = !answer.ok && answer.status !== 0 ? answer.text : ''
		notify(refusal || 'No pudimos abrir el pago. Intenta nuevamente.', 'problem', { at: payNotice })
	}
	return (
		<>
			{pasarelas.length > 1 && (
				<fieldset className="row above-s below-s">
					<legend className="strong">Pagar con</legend>
					{pasarelas.map((name) => (
						<label key={name} className="choice-line">
							<input type="radio" name="pasarela" checked={name === chosen} onChange={() => choose(name)} />
							<span>{metodoPagoText[name]}</span>
						</label>
					))}
				</fieldset>
			)}
			<NoticePlace at={payNotice} />
			<Button isBusy={isBusy} onClick={() => void pay()}>
				{children}
			</Button>
		</>
	)
}
