import { expect } from 'vitest'
import { gatewayHelpers } from '#tests/gateway-helpers.ts'
import { payUnseen } from '#tests/gateways/pay-page.ts'
import { staffLogin, type TestShop } from '#tests/open-shop.ts'
import { theBoss } from '#tests/staff-helpers.ts'

/** Helpers for tests of payment cases, on a shop opened later. */
export function caseHelpers(theShop: () => TestShop) {
	/** Changes a field of the order as staff. */
	async function edit(orden_id: string, field: object): Promise<void> {
		const boss = await theBoss(theShop())
		const answer = await boss.send('PUT', `/api/admin_ordenes/${orden_id}/`, field)
		expect(answer.statusCode).toBe(200)
	}

	/** Runs an action on the order as staff. */
	async function act(orden_id: string, action: string): Promise<void> {
		const boss = await theBoss(theShop())
		const answer = await boss.send('POST', `/api/admin_ordenes/${orden_id}/${action}/`, {})
		expect(answer.statusCode).toBe(200)
	}

	async function resolveCase(orden_id: string): Promise<void> {
		const boss = await theBoss(theShop())
		expect((await boss.send('POST', `/api/admin_casos/${orden_id}/resolver/`, {})).statusCode).toBe(200)
	}

	/** Pays a Mercado Pago page, even one already paid; the shop finds the payment by polling. */
	async function payAndReconcile(url: string | undefined, variant: Record<string, string> = {}): Promise<void> {
		await payUnseen(url, variant)
		// A paid page is polled hourly.
		theShop().clock.advanceMinutes(60)
		await gatewayHelpers(theShop(), 'mercadopago').runReconciler()
	}

	/** Returns the mails to staff about the order. */
	const mailsAbout = (nro_orden: number) =>
		theShop()
			.inbox.mails()
			.filter(({ to, subject }) => to === staffLogin.email && subject.endsWith(` Orden N° ${nro_orden}`))

	return { edit, act, resolveCase, payAndReconcile, mailsAbout }
}
