import type { GatewayMethod } from '#core/rules/payment-methods.ts'

/** The acceptance of a refund by the payer: its term in days, and the shop's cost of a refund. */
interface RefundAcceptance {
	readonly days: number
	/** For display to staff; the gateway charges it when the refund is accepted. */
	readonly fee: string
}

const acceptances: Readonly<Record<GatewayMethod, RefundAcceptance | undefined>> = {
	mercadopago: undefined,
	webpay: undefined,
	flow: { days: 10, fee: '$202 + IVA' },
}

/** Days before a refund lapses when its customer is reminded. */
export const acceptanceReminderDays = 2

const dayMs = 86_400_000

/** A gateway's requirements for a refund; undefined without any. */
export function acceptanceOf(gateway: GatewayMethod): RefundAcceptance | undefined {
	return acceptances[gateway]
}

/** Until when a refund sent at `sent_at` has to be accepted; null without acceptance. */
export function acceptUntil(gateway: GatewayMethod, sentAt: Date): Date | null {
	const acceptance = acceptanceOf(gateway)
	return acceptance ? new Date(sentAt.getTime() + acceptance.days * dayMs) : null
}

/**
 * Whether a refund that was not made lapsed, rather than being refused: gateways do not distinguish the two reliably.
 */
export function hasLapsed(acceptBy: Date | null, now: Date): boolean {
	return acceptBy !== null && now >= acceptBy
}
