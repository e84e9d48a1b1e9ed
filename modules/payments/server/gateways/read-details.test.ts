import { describe, expect, it } from 'vitest'
import { noDetails } from '#modules/orders/payment-details.ts'
import { readFlowDetails, readMercadoPagoDetails, readWebpayDetails } from './read-details.ts'

describe('the details of a payment', () => {
	it('are read from Webpay, with instalments and the last four digits', () => {
		const reported = {
			authorization_code: '1213',
			transaction_date: '2026-11-20T15:04:05.123Z',
			payment_type_code: 'NC',
			installments_number: 3,
			installments_amount: 9997,
			card_detail: { card_number: '6623' },
		}
		expect(readWebpayDetails(reported)).toEqual({
			codigo_autorizacion: '1213',
			autorizado_at: '2026-11-20T15:04:05.123Z',
			tipo_tarjeta: 'credito',
			medio: null,
			tipo_cuotas: 'sin_interes',
			cuotas: 3,
			monto_cuota: 9997,
			ultimos_digitos: '6623',
		})
		expect(
			readWebpayDetails({ ...reported, payment_type_code: 'VD', card_detail: { card_number: 'XXXXXXXXXXXX0568' } }),
		).toMatchObject({ tipo_tarjeta: 'debito', ultimos_digitos: '0568' })
	})

	it('are read from Mercado Pago and from Flow, as far as reported', () => {
		expect(
			readMercadoPagoDetails({
				authorization_code: '301299',
				date_approved: '2026-11-20T11:58:35.000-04:00',
				payment_type_id: 'credit_card',
				payment_method_id: 'visa',
				installments: 1,
				card: { last_four_digits: '6623' },
				transaction_details: { installment_amount: 0 },
			}),
		).toEqual({
			codigo_autorizacion: '301299',
			autorizado_at: '2026-11-20T15:58:35.000Z',
			tipo_tarjeta: 'credito',
			medio: 'visa',
			tipo_cuotas: 'sin_cuotas',
			cuotas: 1,
			monto_cuota: null,
			ultimos_digitos: '6623',
		})
		expect(readFlowDetails({ paymentData: { media: 'Webpay', date: '2026-11-20 12:00:00' } })).toEqual({
			...noDetails,
			medio: 'Flow (tarjeta)',
		})
	})

	it.each([undefined, null, 'x', [], {}, { card_detail: 'x', installments_number: 'muchas', authorization_code: 7 }])(
		'are unknown for the answer %j, which is never an error',
		(reported) => {
			for (const read of [readWebpayDetails, readMercadoPagoDetails, readFlowDetails])
				expect(read(reported)).toEqual(noDetails)
		},
	)
})
