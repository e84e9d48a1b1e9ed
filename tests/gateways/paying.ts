import { type GatewayMethod, gatewayMethods } from '#core/rules/payment-methods.ts'
import { anAttempt } from '#tests/gateways/an-attempt.ts'
import type { PayButton } from '#tests/gateways/pay-page.ts'
import type { GatewayRig } from '#tests/gateways/rig.ts'

/** Capabilities of a gateway; missing ones are not tested. */
interface GatewayTraits {
	readonly name: GatewayMethod
	readonly notifies: boolean
	/** Notifications are signed. */
	readonly signs: boolean
	/** A payment may be pending. */
	readonly pends: boolean
	/** The return itself distinguishes an abandoned payment from a paid one. */
	readonly reportsAbort: boolean
	/** A refund is decided later. */
	readonly defersRefunds: boolean
	/** Refund ids are idempotency keys. */
	readonly knowsRefundsById: boolean
	/** Unanswered notifications of one sale before the gateway's simulator stops. */
	readonly confirms: number
	/** State of an expired page: an ended payment, or none. */
	readonly reportsExpiry: boolean
}
const traitsOf: Readonly<Record<GatewayMethod, Omit<GatewayTraits, 'name'>>> = {
	mercadopago: {
		notifies: true,
		signs: true,
		pends: true,
		reportsAbort: true,
		defersRefunds: false,
		knowsRefundsById: true,
		confirms: 1,
		reportsExpiry: false,
	},
	flow: {
		notifies: true,
		signs: false,
		pends: true,
		reportsAbort: false,
		defersRefunds: true,
		knowsRefundsById: false,
		confirms: 1,
		reportsExpiry: true,
	},
	webpay: {
		notifies: false,
		signs: false,
		pends: false,
		reportsAbort: true,
		defersRefunds: false,
		knowsRefundsById: false,
		confirms: 3,
		reportsExpiry: false,
	},
}
export const gatewayTraits: readonly GatewayTraits[] = gatewayMethods.map((name) => ({ name, ...traitsOf[name] }))

/** Helpers for the contract tests, on a rig started later. */
export function payingHelpers(rig: () => GatewayRig) {
	async function open(attempt = anAttempt()) {
		const opened = await rig().gateway.open(attempt)
		return { ...opened, ref: { id: attempt.id, gateway_ref: opened.gateway_ref } }
	}

	/** Opens an attempt, presses a button, and processes the browser's return as the shop does. */
	async function payment(button: PayButton, variant: Record<string, string> = {}) {
		const { url, ref } = await open()
		const returned = await rig().press(url, button, variant)
		if (!returned) throw new Error('the browser did not come back')
		const hint = rig().gateway.readReturn(returned.fields)
		const identified = await rig().gateway.identify(hint)
		const payments = await (hint.kind === 'normal' ? rig().gateway.confirm(ref) : rig().gateway.read(ref))
		return { ref, url, hint, identified, payments }
	}

	/** An approved payment as the shop reads it. */
	async function paid() {
		const { ref, payments } = await payment('Aprobar pago')
		const [one] = payments
		if (!one) throw new Error('nothing was paid')
		return { attempt: ref, pago_id: one.pago_id, email: 'ana@correo.cl' }
	}

	return { open, payment, paid }
}
