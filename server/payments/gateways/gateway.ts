import type { Clp } from '#domain/money.ts'
import type { GatewayMethod } from '#domain/orders/metodo-pago.ts'
import type { DisputeKind, DisputeState } from '#domain/payments/dispute.ts'
import type { ReportedPayment } from '#domain/payments/settlement.ts'

/** One try to pay one order. Its `id` is the reference that the gateway stores and gives back. */
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

/** Where the customer goes to pay, and the gateway's own name of the attempt (preference id, token). */
export interface OpenedAttempt {
	readonly gateway_ref: string
	readonly url: string
}

export interface AttemptRef {
	readonly id: string
	readonly gateway_ref: string | null
	/** A payment id that a notification or a return named: read it too, the search may lag behind. */
	readonly pago_id?: string | undefined
}

/** One payment as the gateway tells it, already checked to carry the attempt's reference. */
export type GatewayPayment = ReportedPayment
export type GatewayPaymentState = ReportedPayment['estado']

/** What a notification or a browser's return says: only a hint of where to look. */
export interface Hint {
	readonly attempt_id?: string | undefined
	readonly gateway_ref?: string | undefined
	readonly pago_id?: string | undefined
}

/** `aborted` and `error` carry the gateway's own reference; `timed_out` carries nothing that only the payer could know. */
export type ReturnKind = 'normal' | 'aborted' | 'timed_out' | 'error' | 'unknown'

export interface IncomingNotification {
	readonly headers: Readonly<Record<string, string | string[] | undefined>>
	readonly query: Readonly<Record<string, string | undefined>>
	readonly body: unknown
}

/** `devolucion`: decided about our refund `gateway_ref`. `disputa`: a claim or chargeback. `alerta_fraude`: do not deliver. */
export type NotificationReading =
	| ({ kind: 'pago' } & Hint)
	| { kind: 'devolucion'; devolucion_id: string; gateway_ref: string }
	| { kind: 'disputa'; tipo: 'contracargo' | 'reclamo'; disputa_id: string }
	| { kind: 'alerta_fraude'; pago_id: string }
	| { kind: 'ignorada' }
	| { kind: 'forjada'; hint: NotificationHint | undefined }

/** What a notification whose signature does not verify would point to: worth a question, and never more than that. */
export type NotificationHint = Extract<NotificationReading, { kind: 'pago' | 'disputa' }>

/** A dispute as the provider tells it, with the payment that it is about, or the attempt's id where it names no payment. */
export interface ReportedDispute {
	readonly estado: DisputeState
	readonly pago_id: string | undefined
	readonly attempt_id: string | undefined
	readonly responder_hasta: Date | null
	readonly cambiada_at: Date | null
	/** The payment as it stands, read along with it. */
	readonly payment: GatewayPayment | undefined
}

/** The outcome of asking for money to go back. `pendiente`: the gateway took the request and decides later. */
export interface RefundOutcome {
	readonly estado: 'hecho' | 'pendiente' | 'rechazado'
	readonly devolucion_id: string
}

/** Part or all of a payment that is to go back. `id` is ours, told to providers that take a name or a key with a refund. */
export interface RefundToSend {
	readonly id: string
	readonly pago_id: string
	readonly attempt: AttemptRef
	readonly monto: Clp
	readonly email: string
}

/** A refund that was sent and whose answer did not come. */
export interface LostRefund extends Pick<RefundToSend, 'pago_id' | 'attempt' | 'monto'> {
	/** Pesos that the provider showed as given back before it was sent; null when it did not tell. */
	readonly devuelto_antes: number | null
	/** When it was asked for in the shop. */
	readonly pedida_at: Date
	/** What the provider calls the payment's other refunds. */
	readonly known: readonly string[]
}

/** What a provider tells of a lost refund: that it was made, that it was not, or nothing that one could rely on. */
export type LostRefundAnswer = RefundOutcome | 'not_made' | 'unknown'

/**
 * The port of every payment gateway. Adapters hold no state and believe only what `read` brings from the provider itself.
 * Every call throws GatewayUnavailable when the provider is not reached, late, answers 5xx or rubbish, and GatewayRefused
 * when it said no.
 */
export interface Gateway {
	readonly name: GatewayMethod
	/** For how many minutes after `open` the page at `url` can be paid; null: until the attempt's own end, which it is told. */
	readonly pageMinutes: number | null
	/** Asks about a payment that does not exist. Throws GatewayRefused when the provider does not accept the credentials. */
	probe(): Promise<void>
	/** Opens the attempt; the customer is then sent to `url`. */
	open(attempt: AttemptToOpen): Promise<OpenedAttempt>
	/** All payments that the gateway has for the attempt, none when nobody has paid yet. */
	read(attempt: AttemptRef): Promise<readonly GatewayPayment[]>
	/** Confirms the sale where the provider asks the merchant to (Webpay's commit), then reads. Others just read. */
	confirm(attempt: AttemptRef): Promise<readonly GatewayPayment[]>
	/** The attempt's id that a hint belongs to, as the provider itself tells; undefined when it knows nothing of it. */
	identify(hint: Hint): Promise<string | undefined>
	/** Tells what a browser's return says (query and form fields together). */
	readReturn(fields: Readonly<Record<string, string | undefined>>): Hint & { readonly kind: ReturnKind }
	/** Whether it signs its notifications; else anybody can make one up. */
	readonly signsNotifications: boolean
	/** Checks a notification's signature and tells what it is about. `now` bounds the age of what is signed. */
	readNotification(notification: IncomingNotification, now: Date): NotificationReading
	/** Gives `monto` pesos of a payment back. Called a second time only after `findRefund` said that the first did nothing. */
	refund(refund: RefundToSend): Promise<RefundOutcome>
	/** Whether the provider makes one refund of one id, however often it is sent. */
	readonly knowsRefundsById: boolean
	findRefund(refund: LostRefund): Promise<LostRefundAnswer>
	/** What became of a dispute; undefined when the provider knows none of that name. Left out where disputes cannot be asked about. */
	readDispute?(dispute: { tipo: DisputeKind; disputa_id: string }): Promise<ReportedDispute | undefined>
	/** What became of a refund of `monto` pesos that was `pendiente`; the provider is asked. */
	readRefund(refund: { devolucion_id: string; pago_id: string; monto: number }): Promise<RefundOutcome>
}

/** The provider could not be reached or made no sense; the same call may go through later. */
export class GatewayUnavailable extends Error {
	override readonly name = 'GatewayUnavailable'
	/** Surely nothing was done: the provider was not reached, or turned the call away unread. */
	readonly didNothing: boolean
	/** An answer came, though it made no sense: the provider can be asked about other things. */
	readonly hasAnswered: boolean
	constructor(message: string, options: ErrorOptions & { didNothing?: boolean; hasAnswered?: boolean } = {}) {
		super(message, options)
		this.didNothing = options.didNothing === true
		this.hasAnswered = options.hasAnswered === true
	}
}

/** The provider understood and said no. `reason` is its own word for it, for the log and for staff, never for the shopper. */
export class GatewayRefused extends Error {
	override readonly name = 'GatewayRefused'
	readonly reason: string
	/** It does not accept the customer's e-mail. */
	readonly isAboutEmail: boolean
	constructor(reason: string, { isAboutEmail = false } = {}) {
		super(`the gateway refused: ${reason}`)
		this.reason = reason
		this.isAboutEmail = isAboutEmail
	}
}
