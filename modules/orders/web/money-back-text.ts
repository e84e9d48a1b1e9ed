import { formatClp } from '#core/rules/money.ts'
import type { ProfileOrder } from '#modules/orders/shapes.ts'

/** Returns the refund state of an order for its customer; undefined without refunds. */
export function moneyBackText({ dinero, devuelto }: Pick<ProfileOrder, 'dinero' | 'devuelto'>): string | undefined {
	const gone = devuelto > 0 ? `Te devolvimos ${formatClp(devuelto)}.` : undefined
	if (dinero !== 'por_devolver') return gone
	return [gone, gone ? 'El resto está por devolverse.' : 'Tu dinero está por devolverse.'].filter(Boolean).join(' ')
}
