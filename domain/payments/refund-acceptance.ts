import type { GatewayMethod } from '#domain/orders/metodo-pago.ts'

/** A gateway that asks who paid to accept a refund: within how many days, and what each refund costs the shop. */
interface RefundAcceptance {
	readonly days: number
	/** As staff read it; the gateway charges it when the refund is accepted. */
	readonly fee: string
}

const acceptances: Readonly<Record<GatewayMethod, RefundAcceptance | undefined>> = {
	mercadopago: undefined,
	webpay: undefined,
	flow: { days: 10, fee: '$202 + IVA' },
}

/** How many days before it lapses the customer is reminded of a refund. */
export const acceptanceReminderDays = 2

const dayMs = 86_400_000

/** What a gateway asks for before it makes a refund; undefined where it just makes it. */
export function acceptanceOf(gateway: GatewayMethod): RefundAcceptance | undefined {
	return acceptances[gateway]
}

/** Until when a refund that was sent at `sent_at` has to be accepted; null where nobody has to. */
export function acceptUntil(gateway: GatewayMethod, sentAt: Date): Date | null {
	const acceptance = acceptanceOf(gateway)
	return acceptance ? new Date(sentAt.getTime() + acceptance.days * dayMs) : null
}

/** Whether a refund that was not made lapsed, rather than being refused: the gateways tell the two apart in no certain way. */
export function hasLapsed(acceptBy: Date | null, now: Date): boolean {
	return acceptBy !== null && now >= acceptBy
}
