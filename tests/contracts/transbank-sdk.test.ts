import { randomUUID } from 'node:crypto'
import { Options, WebpayPlus } from 'transbank-sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAttempt } from '#tests/gateways/an-attempt.ts'
import { accounts, type GatewayRig, startRig } from '#tests/gateways/rig.ts'

let rig: GatewayRig
let official: InstanceType<typeof WebpayPlus.Transaction>

beforeAll(async () => {
	rig = await startRig('webpay')
	const { commerceCode, apiKey } = accounts.webpay
	official = new WebpayPlus.Transaction(new Options(commerceCode, apiKey, rig.apiUrl, 5_000))
})
afterAll(() => rig.close())

/** A sale opened by the official client and ended by a button of the pay page. */
async function aSale(action: 'Aprobar pago' | 'Rechazar pago' | 'Abandonar') {
	const buy_order = `orden-${randomUUID().slice(0, 8)}`
	const { token, url } = await official.create(buy_order, 'sesion-1', 33_490, `${rig.apiUrl}/vuelta`)
	await rig.press(`${url}?token_ws=${token}`, action)
	return String(token)
}

test('the official client opens, commits, reads and refunds a sale at the simulator', async () => {
	const token = await aSale('Aprobar pago')
	expect(token).toMatch(/^\w{64}$/)
	expect(await official.status(token)).toMatchObject({ status: 'INITIALIZED' })
	const sale = {
		buy_order: expect.stringMatching(/^orden-/),
		session_id: 'sesion-1',
		amount: 33_490,
		response_code: 0,
		status: 'AUTHORIZED',
	}
	expect(await official.commit(token)).toMatchObject(sale)
	expect(await official.status(token)).toMatchObject(sale)
	await expect(official.commit(token)).rejects.toThrow('422')
	expect(await official.refund(token, 33_490)).toMatchObject({ type: 'REVERSED' })
})

test('the official client gets the result of a refused and of an abandoned sale', async () => {
	expect((await official.commit(await aSale('Rechazar pago'))).response_code).not.toBe(0)
	await expect(official.commit(await aSale('Abandonar'))).rejects.toThrow('422')
})

test('the official client reads a sale opened by our adapter', async () => {
	const attempt = anAttempt()
	const { gateway_ref, url } = await rig.gateway.open(attempt)
	await rig.press(url, 'Aprobar pago')
	expect(await official.commit(gateway_ref)).toMatchObject({ session_id: attempt.id, amount: attempt.monto })
	const ref = { id: attempt.id, gateway_ref }
	expect(await rig.gateway.read(ref)).toMatchObject([{ estado: 'aprobado', monto: attempt.monto }])
})
