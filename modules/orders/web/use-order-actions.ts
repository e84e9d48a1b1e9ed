import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { isGatewayMethod, paymentUrlIn } from '#core/rules/payment-methods.ts'
import { call } from '#core/web/session/api.ts'
import { useSessionExpired } from '#core/web/session/login.ts'
import { profileKey } from '#core/web/session/query-client.tsx'
import { usePageRestored } from '#core/web/ui/hooks.ts'
import { clearNotices, notify } from '#core/web/ui/notices.tsx'
import { readCart } from '#modules/cart/cart.ts'
import { changeCart, refreshPrices } from '#modules/cart/web/cart-store.ts'
import { payOrder, payTrackedOrder } from '#modules/orders/endpoints.ts'
import type { ProfileOrder } from '#modules/orders/shapes.ts'
import { trackingKey } from '#modules/orders/web/own-order.ts'

type ActedOn = Pick<ProfileOrder, 'id' | 'metodo_pago' | 'carrito'>

/** The `NoticePlace` over the button that pays again. */
export const payNotice = 'pagar'

/** Pays an order again at its gateway: as its customer, or with the `token` of its signed link. */
export function usePayAgain(order: ActedOn, token?: string) {
	const client = useQueryClient()
	const expired = useSessionExpired()
	const payment = useMutation({
		mutationFn: () =>
			token ? call(payTrackedOrder, { params: { token } }) : call(payOrder, { params: { id: order.id } }),
	})
	const { metodo_pago: metodo } = order
	const pageOf = (answer: typeof payment.data) =>
		answer?.ok && isGatewayMethod(metodo) ? paymentUrlIn(metodo, answer.data) : undefined
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
	// Also while the gateway's page loads.
	return { isBusy: payment.isPending || pageOf(payment.data) !== undefined, pay }
}

/** Fills the cart with the lines of an order at current prices. */
export function useRepeatOrder(order: ActedOn): () => Promise<void> {
	const navigate = useNavigate()
	return async () => {
		changeCart((cart) => readCart([...cart, ...order.carrito]))
		navigate('/carrito')
		await refreshPrices()
	}
}
