import { z } from 'zod'
import { type CardKind, type InstalmentKind, noDetails, type PaymentDetails } from '#modules/orders/payment-details.ts'

// Details decide nothing: an unexpected form counts as missing.
const text = z.string().trim().min(1).max(40).nullish().catch(null)
const whole = z.coerce.number().int().min(0).max(2_147_483_647).nullish().catch(null)
const digits = z
	.string()
	.regex(/^[\dXx*]*\d{4}$/)
	.transform((number) => number.slice(-4))
	.nullish()
	.catch(null)
const date = z
	.string()
	.refine((value) => !Number.isNaN(Date.parse(value)))
	.transform((value) => new Date(value).toISOString())
	.nullish()
	.catch(null)

const isRecord = (value: unknown): value is object =>
	typeof value === 'object' && value !== null && !Array.isArray(value)
const objectOf = <Shape extends z.ZodRawShape>(shape: Shape) =>
	z.preprocess((value) => (isRecord(value) ? value : {}), z.object(shape))

const webpayShape = objectOf({
	authorization_code: text,
	transaction_date: date,
	payment_type_code: text,
	installments_number: whole,
	installments_amount: whole,
	card_detail: objectOf({ card_number: digits }),
})

const webpayKinds: Readonly<Record<string, readonly [CardKind, InstalmentKind]>> = {
	VD: ['debito', 'sin_cuotas'],
	VP: ['prepago', 'sin_cuotas'],
	VN: ['credito', 'sin_cuotas'],
	VC: ['credito', 'con_interes'],
	SI: ['credito', 'sin_interes'],
	S2: ['credito', 'sin_interes'],
	NC: ['credito', 'sin_interes'],
}

/** The details of an authorised Webpay sale. */
export function readWebpayDetails(json: unknown): PaymentDetails {
	const payment = webpayShape.parse(json)
	const [tipo_tarjeta, tipo_cuotas] = webpayKinds[payment.payment_type_code ?? ''] ?? [null, null]
	return {
		...noDetails,
		codigo_autorizacion: payment.authorization_code ?? null,
		autorizado_at: payment.transaction_date ?? null,
		tipo_tarjeta,
		tipo_cuotas,
		cuotas: payment.installments_number ?? null,
		monto_cuota: payment.installments_amount ?? null,
		ultimos_digitos: payment.card_detail.card_number ?? null,
	}
}

const mercadoPagoShape = objectOf({
	authorization_code: text,
	date_approved: date,
	payment_type_id: text,
	payment_method_id: text,
	installments: whole,
	card: objectOf({ last_four_digits: digits }),
	transaction_details: objectOf({ installment_amount: whole }),
})

const mercadoPagoKinds: Readonly<Record<string, CardKind>> = {
	credit_card: 'credito',
	debit_card: 'debito',
	prepaid_card: 'prepago',
}

/** The details of a Mercado Pago payment, which does not report the interest of instalments. */
export function readMercadoPagoDetails(json: unknown): PaymentDetails {
	const payment = mercadoPagoShape.parse(json)
	const cuotas = payment.installments ?? null
	return {
		codigo_autorizacion: payment.authorization_code ?? null,
		autorizado_at: payment.date_approved ?? null,
		tipo_tarjeta: mercadoPagoKinds[payment.payment_type_id ?? ''] ?? null,
		medio: payment.payment_method_id ?? null,
		tipo_cuotas: cuotas === 1 ? 'sin_cuotas' : null,
		cuotas,
		monto_cuota: payment.transaction_details.installment_amount || null,
		ultimos_digitos: payment.card.last_four_digits ?? null,
	}
}

const flowShape = objectOf({ paymentData: objectOf({ media: text }) })

/**
 * Flow reports the payment method, and a date without a zone, which is ignored. Its cards are `Webpay`, which to the
 * shop's customers is another way to pay.
 */
export function readFlowDetails(json: unknown): PaymentDetails {
	const { media = null } = flowShape.parse(json).paymentData
	return { ...noDetails, medio: media?.toLowerCase() === 'webpay' ? 'Flow (tarjeta)' : media }
}
