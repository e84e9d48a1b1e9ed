import { type AlertKind, alertKinds } from '#core/rules/staff-panel.ts'
import type { PushDevice, PushDevicesAnswer, SavePushDeviceRequest } from '#modules/push/shapes.ts'
import type { TestShop } from '#tests/open-shop.ts'
import type { StaffCalls } from '#tests/staff-helpers.ts'

/** A message received by the simulated push service, decrypted. */
export interface ArrivedMessage {
	readonly subscription: string
	readonly text: string
	readonly ttl: number
	readonly urgency: string
	readonly topic: string
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** Helpers for the simulated push service of a shop. */
export function pushSimulator(shop: TestShop) {
	const url = `${shop.simulatorsUrl}/push`
	const idOf = (endpoint: string) => endpoint.split('/').at(-1) ?? ''

	/** A simulated browser's subscription with the shop's key, as sent by the panel. */
	async function subscribe(staff: StaffCalls): Promise<Pick<SavePushDeviceRequest, 'endpoint' | 'keys'>> {
		const { clave_publica } = (await staff.get('/api/admin_avisos/')).json<PushDevicesAnswer>()
		const answer = await fetch(`${url}/suscripciones`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify({ applicationServerKey: clave_publica }),
		})
		const { endpoint, keys } = (await answer.json()) as SavePushDeviceRequest
		return { endpoint, keys }
	}

	/** A subscribed phone of a member of staff. */
	async function aPhone(staff: StaffCalls, tipos: readonly AlertKind[] = alertKinds) {
		const subscription = await subscribe(staff)
		const saved = await staff.send('POST', '/api/admin_avisos/', { ...subscription, tipos })
		if (saved.statusCode !== 200) throw new Error(saved.body)
		return { ...subscription, id: saved.json<PushDevice>().id }
	}

	/** Notifications received by a phone so far. */
	async function arrivedAt({ endpoint }: { endpoint: string }) {
		const { mensajes } = (await (await fetch(`${url}/_mensajes`)).json()) as { mensajes: ArrivedMessage[] }
		const own = mensajes.filter(({ subscription }) => subscription === idOf(endpoint))
		return own.map(({ text, ...message }) => ({ ...message, ...JSON.parse(text) }))
	}

	/** Sets the service's answer to later messages. */
	const answerWith = (responde: string) =>
		fetch(`${url}/operador/respuesta`, { method: 'POST', headers: form, body: new URLSearchParams({ responde }) })
	/** Unsubscribes the browser without informing the shop. */
	const leave = ({ endpoint }: { endpoint: string }) =>
		fetch(`${url}/suscripciones/${idOf(endpoint)}/baja`, { method: 'POST', headers: form, body: '' })

	return { subscribe, aPhone, arrivedAt, answerWith, leave }
}
