import type { ProfileOrder } from '#contract/orders/own-order.ts'
import { formatClp } from '#domain/money.ts'

/** What became of the money of an order, as its customer reads it; undefined where nothing went back. */
export function moneyBackText({ dinero, devuelto }: Pick<ProfileOrder, 'dinero' | 'devuelto'>): string | undefined {
	const gone = devuelto > 0 ? `Te devolvimos ${formatClp(devuelto)}.` : undefined
	if (dinero !== 'por_devolver') return gone
	return [gone, gone ? 'El resto está por devolverse.' : 'Tu dinero está por devolverse.'].filter(Boolean).join(' ')
}
