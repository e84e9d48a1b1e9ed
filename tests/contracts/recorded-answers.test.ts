import { expect, test } from 'vitest'
import { clp } from '#core/rules/money.ts'
import { createFlow } from '#modules/payments/server/flow/flow.ts'
import { GatewayRefused } from '#modules/payments/server/gateways/gateway.ts'
import { createMercadoPago } from '#modules/payments/server/mercadopago/mercadopago.ts'
import { buyOrderOf, createWebpay } from '#modules/payments/server/webpay/webpay.ts'
import { recorded } from '#tests/contracts/recorded.ts'

/** A provider that answers every request with this response. */
const answering = (answer: unknown, status = 200) => ({
	apiUrl: 'https://proveedor.test',
	publicUrl: 'https://tienda.cl',
	fetch: async () => Response.json(answer, { status }),
})

const money = { monto: clp(1_000), email: 'ana@correo.cl' }

test('Mercado Pago: reads an approved payment and its card', async () => {
	const payment = recorded('mercado-pago-payment')
	const found = answering({ paging: { total: 1, limit: 50, offset: 0 }, results: [payment] })
	const gateway = createMercadoPago({ ...found, accessToken: 'a', webhookSecret: 'w' })
	const read = await gateway.read({ id: '1631894348', gateway_ref: null })
	expect(read).toMatchObject([
		{
			pago_id: '17014025134',
			estado: 'aprobado',
			monto: 12.34,
			moneda: 'BRL',
			devuelto: 0,
			detalle: { codigo_autorizacion: '301299', tipo_tarjeta: 'credito', ultimos_digitos: '6351', cuotas: 1 },
		},
	])
})

test('Mercado Pago: reads a completed refund', async () => {
	const gateway = createMercadoPago({
		...answering(recorded('mercado-pago-refund'), 201),
		accessToken: 'a',
		webhookSecret: 'w',
	})
	const refund = { ...money, id: 'r', pago_id: '18552260055', attempt: { id: 'i', gateway_ref: null } }
	expect(await gateway.refund(refund)).toEqual({ estado: 'hecho', devolucion_id: '1009042015' })
})

test('Webpay: rejects a committed sale with another order and session', async () => {
	const gateway = createWebpay({ ...answering(recorded('webpay-commit')), commerceCode: 'c', apiKey: 'k' })
	const ref = { id: 'session_ide_mock_123456789', gateway_ref: 'a'.repeat(64) }
	expect(await gateway.identify({ gateway_ref: ref.gateway_ref })).toBe(ref.id)
	expect(await gateway.read(ref)).toEqual([])
})

test('Webpay: reads a committed sale and its card', async () => {
	const id = '0b0e7f4c-4a52-4d0a-9a3e-0d8d2f6f5a11'
	const answer = { ...recorded('webpay-commit'), buy_order: buyOrderOf(id), session_id: id }
	const gateway = createWebpay({ ...answering(answer), commerceCode: 'c', apiKey: 'k' })
	expect(await gateway.confirm({ id, gateway_ref: 'a'.repeat(64) })).toMatchObject([
		{
			estado: 'aprobado',
			monto: 150_000,
			devuelto: 0,
			detalle: { codigo_autorizacion: '1213', tipo_tarjeta: 'credito', cuotas: 0, ultimos_digitos: '6623' },
		},
	])
})

test('Webpay: reads a partly refunded sale, and one too old for its state', async () => {
	const attempt = { id: 'i', gateway_ref: 'a'.repeat(64) }
	const refund = { ...money, id: 'r', pago_id: 'p', attempt }
	const nullified = createWebpay({ ...answering(recorded('webpay-nullified')), commerceCode: 'c', apiKey: 'k' })
	expect(await nullified.refund(refund)).toEqual({ estado: 'hecho', devolucion_id: '594213' })
	const old = createWebpay({ ...answering(recorded('webpay-status-too-old'), 422), commerceCode: 'c', apiKey: 'k' })
	await expect(old.read(attempt)).rejects.toThrow(GatewayRefused)
})

test('Flow: reads a paid order and a pending refund', async () => {
	const paid = createFlow({ ...answering(recorded('flow-payment')), apiKey: 'k', secretKey: 's' })
	expect(await paid.read({ id: 'sf12377', gateway_ref: 'a-token' })).toMatchObject([
		{ pago_id: '3567899', estado: 'aprobado', monto: 12_000, moneda: 'CLP', detalle: { medio: 'Flow (tarjeta)' } },
	])
	const refund = createFlow({ ...answering(recorded('flow-refund')), apiKey: 'k', secretKey: 's' })
	const request = { devolucion_id: 'a-token', pago_id: '3567899', monto: 12_000 }
	expect(await refund.readRefund(request)).toMatchObject({ estado: 'pendiente' })
})

test('Flow: reads a pending order with its amount as text and null fields', async () => {
	const unpaid = recorded('flow-unpaid')
	const read = (answer: unknown) =>
		createFlow({ ...answering(answer), apiKey: 'k', secretKey: 's' }).read({ id: 'sf12378', gateway_ref: 'a-token' })
	expect(await read(unpaid)).toEqual([])
	const withCoupon = { ...unpaid, pending_info: { media: 'Multicaja', date: '2026-08-27 15:03:00' } }
	expect(await read(withCoupon)).toMatchObject([{ estado: 'pendiente', monto: 350, moneda: 'CLP', devuelto: 0 }])
	// Its PHP encodes an empty object as an empty list.
	expect(await read({ ...unpaid, pending_info: [], paymentData: [], optional: [] })).toEqual([])
	expect(await read({ ...unpaid, status: 2, pending_info: [], paymentData: [] })).toMatchObject([
		{ estado: 'aprobado', monto: 350 },
	])
})
