import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { isMetodoPago, type MetodoPago } from '#core/rules/payment-methods.ts'
import { call } from '#core/web/session/api.ts'
import { useSessionExpired } from '#core/web/session/login-state.ts'
import { profileKey } from '#core/web/session/query-client.tsx'
import { clearNotices, notify } from '#core/web/ui/notices-store.ts'
import { usePageRestored } from '#core/web/ui/use-page-restored.ts'
import { readCart } from '#modules/cart/cart.ts'
import { changeCart } from '#modules/cart/web/cart-store.ts'
import { refreshPrices } from '#modules/cart/web/refresh-catalog.ts'
import { readOutcome } from '#modules/checkout/web/order-outcome.ts'
import { payOrder, payTrackedOrder } from '#modules/orders/endpoints.ts'
import type { ProfileOrder } from '#modules/orders/shapes/own-order.ts'
import { trackingKey } from '#modules/orders/web/tracking-key.ts'

type ActedOn = Pick<ProfileOrder, 'id' | 'metodo_pago' | 'carrito'>

/** Pays an order again at its gateway: as its customer, or with the `token` of its signed link. */
export function usePayAgain(order: ActedOn, token?: string) {
	const client = useQueryClient()
	const expired = useSessionExpired()
	const payment = useMutation({
		mutationFn: async (metodo: MetodoPago) => {
			const answer = token
				? await call(payTrackedOrder, { params: { token } })
				: await call(payOrder, { params: { id: order.id } })
			return { answer, outcome: readOutcome(metodo, answer, []) }
		},
	})
	usePageRestored(payment.reset)

	async function pay(): Promise<void> {
		if (!isMetodoPago(order.metodo_pago)) return
		clearNotices()
		const { answer, outcome } = await payment.mutateAsync(order.metodo_pago)
		if (outcome.kind === 'leave') return window.location.assign(outcome.url)
		if (outcome.kind === 'expired') return expired('/perfil?tab=ordenes')
		if (answer.status !== 0) {
			// The shown state is outdated: the order may be cancelled or paid.
			for (const queryKey of [profileKey, trackingKey]) void client.invalidateQueries({ queryKey })
		}
		notify((!answer.ok && answer.status !== 0 && answer.text) || 'No pudimos abrir el pago. Intenta nuevamente.')
	}
	// Also while the gateway's page loads.
	return { isBusy: payment.isPending || payment.data?.outcome.kind === 'leave', pay }
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
