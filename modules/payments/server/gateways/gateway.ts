import type { Clp } from '#core/rules/money.ts'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import type { DisputeKind, DisputeState } from '#modules/orders/payment-details.ts'
import type { ReportedPayment } from '#modules/payments/settlement.ts'

/** One attempt to pay one order. Its `id` is the reference that the gateway stores and returns. */
export interface AttemptToOpen {
	readonly id: string
	readonly nro_orden: number
	readonly orden_id: string
	readonly monto: Clp
	readonly email: string
	readonly nombre: string
	readonly items: readonly { sku: string; nombre: string; color: string; cantidad: number; precio: Clp }[]
	readonly expires_at: Date
	readonly created_at: Date
}

/** The payment page, and the gateway's own id of the attempt (preference id, token). */
export interface OpenedAttempt {
	readonly gateway_ref: string
	readonly url: string
}

export interface AttemptRef {
	readonly id: string
	readonly gateway_ref: string | null
	/** A payment id from a notification or a return: read directly, as the search may lag behind. */
	readonly pago_id?: string | undefined
}

/** A payment reported by the gateway, already checked to carry the attempt's reference. */
export type GatewayPayment = ReportedPayment
export type GatewayPaymentState = ReportedPayment['estado']

/** Content of a notification or a browser's return: an untrusted reference. */
export interface Hint {
	readonly attempt_id?: string | undefined
	readonly gateway_ref?: string | undefined
	readonly pago_id?: string | undefined
}

/**
 * `aborted` and `error` carry the gateway's own reference; `timed_out` carries nothing that only the payer could know.
 */
export type ReturnKind = 'normal' | 'aborted' | 'timed_out' | 'error' | 'unknown'

export interface IncomingNotification {
	readonly headers: Readonly<Record<string, string | string[] | undefined>>
	readonly query: Readonly<Record<string, string | undefined>>
	readonly body: unknown
}

/**
 * `devolucion`: decided about our refund `gateway_ref`. `disputa`: a claim or chargeback. `alerta_fraude`: do not
 * deliver.
 */
export type NotificationReading =
	| ({ kind: 'pago' } & Hint)
	| { kind: 'devolucion'; devolucion_id: string; gateway_ref: string }
	| { kind: 'disputa'; tipo: 'contracargo' | 'reclamo'; disputa_id: string }
	| { kind: 'alerta_fraude'; pago_id: string }
	| { kind: 'ignorada' }
	| { kind: 'forjada'; hint: NotificationHint | undefined }

/** The reference in a notification with an invalid signature: a reason to read the gateway, and no more. */
export type NotificationHint = Extract<NotificationReading, { kind: 'pago' | 'disputa' }>

/** A dispute reported by the provider, with its payment, or the attempt's id where it names no payment. */
export interface ReportedDispute {
	readonly estado: DisputeState
	readonly pago_id: string | undefined
	readonly attempt_id: string | undefined
	readonly responder_hasta: Date | null
	readonly cambiada_at: Date | null
	/** The current payment, read along with the dispute. */
	readonly payment: GatewayPayment | undefined
}

/** The result of a refund request. `pendiente`: the gateway accepted the request and decides later. */
export interface RefundOutcome {
	readonly estado: 'hecho' | 'pendiente' | 'rechazado'
	readonly devolucion_id: string
}

/** A full or partial refund to send. `id` is ours, sent to providers that accept a name or a key. */
export interface RefundToSend {
	readonly id: string
	readonly pago_id: string
	readonly attempt: AttemptRef
	readonly monto: Clp
	readonly email: string
}

/** A refund that was sent without an answer. */
export interface LostRefund extends Pick<RefundToSend, 'pago_id' | 'attempt' | 'monto'> {
	/** CLP that the provider reported as refunded before it was sent; null when unknown. */
	readonly devuelto_antes: number | null
	/** When it was requested in the shop. */
	readonly pedida_at: Date
	/** The provider's ids of the payment's other refunds. */
	readonly known: readonly string[]
}

/** The provider's answer about a lost refund: made, not made, or unknown. */
export type LostRefundAnswer = RefundOutcome | 'not_made' | 'unknown'

/**
 * The port of every payment gateway. Adapters are stateless and trust only what `read` returns from the provider
 * itself. Every call throws GatewayUnavailable when the provider is unreachable, late, or answers 5xx or rubbish,
 * GatewayKeyRefused when it rejects the credentials, and GatewayRefused when it rejects the call for good.
 */
export interface Gateway {
	readonly name: GatewayMethod
	/**
	 * Minutes after `open` during which the page at `url` can be paid; null: until the attempt's own expiry, which is sent
	 * to the gateway.
	 */
	readonly pageMinutes: number | null
	/** Reads a payment that does not exist. Throws GatewayKeyRefused when the provider rejects the credentials. */
	probe(): Promise<void>
	/** Opens the attempt; the customer is then redirected to `url`. */
	open(attempt: AttemptToOpen): Promise<OpenedAttempt>
	/** All payments of the attempt at the gateway; none before it is paid. */
	read(attempt: AttemptRef): Promise<readonly GatewayPayment[]>
	/** Confirms the sale where the provider requires it (Webpay's commit), then reads. Others just read. */
	confirm(attempt: AttemptRef): Promise<readonly GatewayPayment[]>
	/** The attempt's id for a hint, from the provider itself; undefined when it is unknown. */
	identify(hint: Hint): Promise<string | undefined>
	/** Parses a browser's return (query and form fields together). */
	readReturn(fields: Readonly<Record<string, string | undefined>>): Hint & { readonly kind: ReturnKind }
	/** Whether it signs its notifications; otherwise they can be forged. */
	readonly signsNotifications: boolean
	/** Verifies a notification's signature and returns its subject. `now` limits the age of a signature. */
	readNotification(notification: IncomingNotification, now: Date): NotificationReading
	/**
	 * Refunds `monto` CLP of a payment. Called a second time only after `findRefund` returned that the first did nothing.
	 */
	refund(refund: RefundToSend): Promise<RefundOutcome>
	/** Whether the provider makes one refund per id, however often it is sent. */
	readonly knowsRefundsById: boolean
	findRefund(refund: LostRefund): Promise<LostRefundAnswer>
	/** Reads a dispute; undefined for an unknown id. Absent where disputes cannot be read. */
	readDispute?(dispute: { tipo: DisputeKind; disputa_id: string }): Promise<ReportedDispute | undefined>
	/** Reads the provider's decision about a `pendiente` refund of `monto` CLP. */
	readRefund(refund: { devolucion_id: string; pago_id: string; monto: number }): Promise<RefundOutcome>
}

/** The provider is unreachable or its answer is invalid; a retry may succeed. */
export class GatewayUnavailable extends Error {
	override readonly name = 'GatewayUnavailable'
	/** Surely nothing was done: the provider was not reached, or rejected the call unread. */
	readonly didNothing: boolean
	/** An invalid answer arrived: calls about other subjects may succeed. */
	readonly hasAnswered: boolean
	constructor(message: string, options: ErrorOptions & { didNothing?: boolean; hasAnswered?: boolean } = {}) {
		super(message, options)
		this.didNothing = options.didNothing === true
		this.hasAnswered = options.hasAnswered === true
	}
}

/** The provider rejects the shop's credentials: nothing was done, and a retry succeeds once they are mended. */
export class GatewayKeyRefused extends GatewayUnavailable {
	readonly reason: string
	constructor(reason: string) {
		super(`the gateway refuses the key: ${reason}`, { didNothing: true })
		this.reason = reason
	}
}

/** The provider rejected the call, now and when it is repeated. `reason` is its own message, for the log and for staff, never for the shopper. */
export class GatewayRefused extends Error {
	override readonly name = 'GatewayRefused'
	readonly reason: string
	/** It rejects the customer's e-mail. */
	readonly isAboutEmail: boolean
	constructor(reason: string, { isAboutEmail = false } = {}) {
		super(`the gateway refused: ${reason}`)
		this.reason = reason
		this.isAboutEmail = isAboutEmail
	}
}

/** The state of one run over many payments, so that a silent gateway does not use up the run. */
export interface CircuitBreaker {
	/** The run has used its time; the rest waits for the next one. */
	isOver(): boolean
	/** The gateway answered no call of this run; the rest waits for the next one. */
	isOpen(gateway: GatewayMethod): boolean
	answered(gateway: GatewayMethod): void
	/**
	 * Counts a failed request. A rejection or invalid answer concerns its subject only, as does a timeout while others
	 * succeed.
	 */
	failed(gateway: GatewayMethod, error: unknown): void
}

/** The gateway, which is not called while `isHeld`: each call throws GatewayUnavailable. */
export function holdGateway(gateway: Gateway, isHeld: () => boolean): Gateway {
	const unlessHeld =
		<Args extends readonly unknown[], Answer>(call: (...args: Args) => Promise<Answer>) =>
		async (...args: Args): Promise<Answer> => {
			if (isHeld()) throw new GatewayUnavailable('a restored copy calls no gateway', { didNothing: true })
			return await call(...args)
		}
	return {
		...gateway,
		probe: unlessHeld(gateway.probe),
		open: unlessHeld(gateway.open),
		read: unlessHeld(gateway.read),
		confirm: unlessHeld(gateway.confirm),
		identify: unlessHeld(gateway.identify),
		refund: unlessHeld(gateway.refund),
		findRefund: unlessHeld(gateway.findRefund),
		readRefund: unlessHeld(gateway.readRefund),
		...(gateway.readDispute && { readDispute: unlessHeld(gateway.readDispute) }),
	}
}
