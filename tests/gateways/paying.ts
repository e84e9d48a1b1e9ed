import { type GatewayMethod, gatewayMethods } from '#domain/orders/metodo-pago.ts'
import { anAttempt } from '#tests/gateways/an-attempt.ts'
import type { PayButton } from '#tests/gateways/pay-page.ts'
import type { GatewayRig } from '#tests/gateways/rig.ts'

/** What a gateway can do; what it cannot is not asked of it. */
interface GatewayTraits {
	readonly name: GatewayMethod
	readonly notifies: boolean
	/** Its notifications carry a signature. */
	readonly signs: boolean
	/** A payment may wait for a decision. */
	readonly pends: boolean
	/** A payer who gives up is told apart from one who paid, in the return itself. */
	readonly tellsAbort: boolean
	/** A refund is decided later. */
	readonly defersRefunds: boolean
	/** One id of a refund makes one, however often it is sent. */
	readonly knowsRefundsById: boolean
	/** How often it is told of a sale before it counts as silent. */
	readonly confirms: number
	/** What a page says that was not paid in time: a payment that is over, or nothing. */
	readonly tellsExpiry: boolean
}
const traitsOf: Readonly<Record<GatewayMethod, Omit<GatewayTraits, 'name'>>> = {
	mercadopago: {
		notifies: true,
		signs: true,
		pends: true,
		tellsAbort: true,
		defersRefunds: false,
		knowsRefundsById: true,
		confirms: 1,
		tellsExpiry: false,
	},
	flow: {
		notifies: true,
		signs: false,
		pends: true,
		tellsAbort: false,
		defersRefunds: true,
		knowsRefundsById: false,
		confirms: 1,
		tellsExpiry: true,
	},
	webpay: {
		notifies: false,
		signs: false,
		pends: false,
		tellsAbort: true,
		defersRefunds: false,
		knowsRefundsById: false,
		confirms: 3,
		tellsExpiry: false,
	},
}
export const gatewayTraits: readonly GatewayTraits[] = gatewayMethods.map((name) => ({ name, ...traitsOf[name] }))

/** What the contract's tests say of a rig that is started later. */
export function payingHelpers(rig: () => GatewayRig) {
	async function open(attempt = anAttempt()) {
		const opened = await rig().gateway.open(attempt)
		return { ...opened, ref: { id: attempt.id, gateway_ref: opened.gateway_ref } }
	}

	/** Opens an attempt, presses a button, and follows the browser's return as the shop does. */
	async function payment(button: PayButton, variant: Record<string, string> = {}) {
		const { url, ref } = await open()
		const returned = await rig().press(url, button, variant)
		if (!returned) throw new Error('the browser did not come back')
		const hint = rig().gateway.readReturn(returned.fields)
		const identified = await rig().gateway.identify(hint)
		const payments = await (hint.kind === 'normal' ? rig().gateway.confirm(ref) : rig().gateway.read(ref))
		return { ref, url, hint, identified, payments }
	}

	/** A payment that was approved, as the shop knows it. */
	async function paid() {
		const { ref, payments } = await payment('Aprobar pago')
		const [one] = payments
		if (!one) throw new Error('nothing was paid')
		return { attempt: ref, pago_id: one.pago_id, email: 'ana@correo.cl' }
	}

	return { open, payment, paid }
}
