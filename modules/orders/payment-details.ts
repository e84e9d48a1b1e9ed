import { formatClp } from '#core/rules/money.ts'

export const cardKinds = ['credito', 'debito', 'prepago'] as const
export type CardKind = (typeof cardKinds)[number]
export const instalmentKinds = ['sin_cuotas', 'sin_interes', 'con_interes'] as const
export type InstalmentKind = (typeof instalmentKinds)[number]

/** The payment's details as far as the gateway reports them; null: unknown. */
export interface PaymentDetails {
	readonly codigo_autorizacion: string | null
	/** When it was authorised (ISO 8601). */
	readonly autorizado_at: string | null
	readonly tipo_tarjeta: CardKind | null
	/** The card's brand or the payment method, in the gateway's word. */
	readonly medio: string | null
	readonly tipo_cuotas: InstalmentKind | null
	readonly cuotas: number | null
	readonly monto_cuota: number | null
	readonly ultimos_digitos: string | null
}

export const noDetails: PaymentDetails = {
	codigo_autorizacion: null,
	autorizado_at: null,
	tipo_tarjeta: null,
	medio: null,
	tipo_cuotas: null,
	cuotas: null,
	monto_cuota: null,
	ultimos_digitos: null,
}

const cardText = { credito: 'Crédito', debito: 'Débito', prepago: 'Prepago' } as const satisfies Record<
	CardKind,
	string
>

function instalmentText({ tipo_cuotas, cuotas, monto_cuota }: PaymentDetails): string {
	if (tipo_cuotas === 'sin_cuotas' || (cuotas ?? 0) <= 1) return 'Sin cuotas'
	const interest = { sin_interes: ' sin interés', con_interes: ' con interés', sin_cuotas: '' }[
		tipo_cuotas ?? 'sin_cuotas'
	]
	return `${cuotas} cuotas${interest}${monto_cuota === null ? '' : ` de ${formatClp(monto_cuota)}`}`
}

/** The details for display: label and value of known ones, without the date. */
export function paymentDetailRows(details: PaymentDetails): { readonly label: string; readonly value: string }[] {
	const { codigo_autorizacion, tipo_tarjeta, medio, tipo_cuotas, cuotas, ultimos_digitos } = details
	const card = [tipo_tarjeta && cardText[tipo_tarjeta], medio].filter(Boolean).join(' · ')
	const rows = [
		['Código de autorización', codigo_autorizacion],
		['Tipo de pago', card],
		['Tarjeta', ultimos_digitos && `terminada en ${ultimos_digitos}`],
		// A debit card has no instalments.
		['Cuotas', tipo_tarjeta === 'credito' && (tipo_cuotas ?? cuotas) !== null && instalmentText(details)],
	] as const
	return rows.flatMap(([label, value]) => (value ? [{ label, value }] : []))
}

export const paymentStates = ['pendiente', 'aprobado', 'rechazado', 'cancelado', 'devuelto'] as const
export type PaymentState = (typeof paymentStates)[number]

export const attemptStates = ['creado', 'abriendo', 'abierto', 'pendiente', 'pagado', 'rechazado', 'vencido'] as const
export type AttemptState = (typeof attemptStates)[number]

/** The shop's decision about a payment: it pays the order, it is refunded, or staff decide. */
export const paymentDestinos = ['aplicado', 'por_devolver', 'caso'] as const
export type PaymentDestino = (typeof paymentDestinos)[number]

export const refundStates = ['pedida', 'enviando', 'en_curso', 'en_duda', 'hecha', 'rechazada'] as const
export type RefundState = (typeof refundStates)[number]

/** Objections to a payment by a payer, a bank or the gateway. */
export const disputeKinds = ['contracargo', 'reclamo', 'mediacion', 'fraude'] as const
export type DisputeKind = (typeof disputeKinds)[number]

/** `ganada`: the shop keeps the money; `perdida`: it was reversed. */
export const disputeStates = ['abierta', 'ganada', 'perdida'] as const
export type DisputeState = (typeof disputeStates)[number]

/** The calls of a gateway about an attempt. */
export const gatewayCalls = ['open', 'read', 'confirm', 'refund'] as const
export type GatewayCallName = (typeof gatewayCalls)[number]

/** What a call asks of a gateway, for staff. */
export const gatewayCallText: Readonly<Record<GatewayCallName, string>> = {
	open: 'abrir la página de pago',
	read: 'consultar el pago',
	confirm: 'confirmar el pago',
	refund: 'devolver dinero',
}
