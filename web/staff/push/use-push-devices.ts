import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PushDevice, PushDevicesAnswer, TestPushAnswer } from '#contract/staff/push.ts'
import { type PushKind, pushKinds } from '#domain/staff/push-notices.ts'
import { fetchApi } from '#web/session/query-client.tsx'
import { panelKey } from '#web/staff/panel-key.ts'
import { fingerprintOf, subscribeHere, subscriptionHere, unsubscribeHere } from '#web/staff/push/this-device.ts'

const key = [...panelKey, 'avisos']
const path = '/api/admin_avisos/'

interface Devices extends PushDevicesAnswer {
	/** This browser, where it is told. */
	readonly here: PushDevice | undefined
}

/** The account's devices that are told, and which of them is this browser. */
async function readDevices(): Promise<Devices> {
	const [devices, subscription] = await Promise.all([
		fetchApi<PushDevicesAnswer>(path, { auth: true }),
		subscriptionHere(),
	])
	const own = subscription && (await fingerprintOf(subscription))
	return { ...devices, here: devices.dispositivos.find(({ huella }) => huella === own) }
}

/** The account's devices that are told by Web Push, and what is done with them. Each change reads them again. */
export function usePushDevices() {
	const client = useQueryClient()
	const query = useQuery({ queryKey: key, queryFn: readDevices })
	const again = { onSettled: () => client.invalidateQueries({ queryKey: key }) }

	const turnOn = useMutation({
		async mutationFn(publicKey: string) {
			const subscription = await subscribeHere(publicKey)
			if (!subscription) return undefined
			const body = { ...subscription, tipos: pushKinds }
			return await fetchApi<PushDevice>(path, { method: 'POST', auth: true, body })
		},
		...again,
	})
	const changeKinds = useMutation({
		mutationFn: ({ id, tipos }: { id: string; tipos: readonly PushKind[] }) =>
			fetchApi<PushDevice>(`${path}${id}/`, { method: 'PATCH', auth: true, body: { tipos } }),
		...again,
	})
	const remove = useMutation({
		async mutationFn({ id, isHere }: { id: string; isHere: boolean }) {
			await fetchApi(`${path}${id}/`, { method: 'DELETE', auth: true })
			if (isHere) await unsubscribeHere()
		},
		...again,
	})
	const test = useMutation({
		mutationFn: (id: string) => fetchApi<TestPushAnswer>(`${path}${id}/probar/`, { method: 'POST', auth: true }),
		...again,
	})
	return { query, turnOn, changeKinds, remove, test }
}

/** Binds this browser to the login that it is used in, once the panel opens: ending that login then ends its notices too. */
export function useBoundDevice(): void {
	useEffect(() => void bindHere(), [])
}

async function bindHere(): Promise<void> {
	if ((await subscriptionHere().catch(() => null)) === null) return
	const here = (await readDevices().catch(() => undefined))?.here
	if (here) await fetchApi(`${path}${here.id}/aqui/`, { method: 'POST', auth: true }).catch(() => undefined)
}
