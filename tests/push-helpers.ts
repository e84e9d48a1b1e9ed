import type { PushDevice, PushDevicesAnswer, SavePushDeviceRequest } from '#contract/staff/push.ts'
import { type PushKind, pushKinds } from '#domain/staff/push-notices.ts'
import type { TestShop } from '#tests/open-shop.ts'
import type { StaffCalls } from '#tests/staff-helpers.ts'

/** A message as it arrived at the simulated push service and its browser read it. */
export interface ArrivedMessage {
	readonly subscription: string
	readonly text: string
	readonly ttl: number
	readonly urgency: string
	readonly topic: string
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }

/** What a test does with the simulated push service of a shop. */
export function pushSimulator(shop: TestShop) {
	const url = `${shop.simulatorsUrl}/push`
	const idOf = (endpoint: string) => endpoint.split('/').at(-1) ?? ''

	/** A simulated browser that subscribes with the shop's key, as the panel sends it. */
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

	/** A phone of a member of staff that is told. */
	async function aPhone(staff: StaffCalls, tipos: readonly PushKind[] = pushKinds) {
		const subscription = await subscribe(staff)
		const saved = await staff.send('POST', '/api/admin_avisos/', { ...subscription, tipos })
		if (saved.statusCode !== 200) throw new Error(saved.body)
		return { ...subscription, id: saved.json<PushDevice>().id }
	}

	/** What arrived at a phone so far: the notifications that it shows. */
	async function arrivedAt({ endpoint }: { endpoint: string }) {
		const { mensajes } = (await (await fetch(`${url}/_mensajes`)).json()) as { mensajes: ArrivedMessage[] }
		const own = mensajes.filter(({ subscription }) => subscription === idOf(endpoint))
		return own.map(({ text, ...message }) => ({ ...message, ...JSON.parse(text) }))
	}

	/** What the service answers to every message from now on. */
	const answerWith = (responde: string) =>
		fetch(`${url}/operador/respuesta`, { method: 'POST', headers: form, body: new URLSearchParams({ responde }) })
	/** The browser unsubscribes without telling the shop. */
	const leave = ({ endpoint }: { endpoint: string }) =>
		fetch(`${url}/suscripciones/${idOf(endpoint)}/baja`, { method: 'POST', headers: form, body: '' })

	return { subscribe, aPhone, arrivedAt, answerWith, leave }
}
