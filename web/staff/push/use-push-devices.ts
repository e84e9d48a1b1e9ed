import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { PushDevice, PushDevicesAnswer } from '#contract/staff/push.ts'
import {
	bindPushDevice,
	changePushKinds,
	listPushDevices,
	removePushDevice,
	savePushDevice,
	testPush,
} from '#contract/staff/push-endpoints.ts'
import { type PushKind, pushKinds } from '#domain/staff/push-notices.ts'
import { call } from '#web/session/api.ts'
import { fetchFrom } from '#web/session/query-client.tsx'
import { panelKey } from '#web/staff/panel-key.ts'
import { fingerprintOf, subscribeHere, subscriptionHere, unsubscribeHere } from '#web/staff/push/this-device.ts'

const key = [...panelKey, 'avisos']

interface Devices extends PushDevicesAnswer {
	/** This browser, when it has notifications on. */
	readonly here: PushDevice | undefined
}

/** Reads the account's devices and identifies this browser among them. */
async function readDevices(): Promise<Devices> {
	const [devices, subscription] = await Promise.all([fetchFrom(listPushDevices), subscriptionHere()])
	const own = subscription && (await fingerprintOf(subscription))
	return { ...devices, here: devices.dispositivos.find(({ huella }) => huella === own) }
}

/** The account's Web Push devices and their mutations, each of which invalidates the list. */
export function usePushDevices() {
	const client = useQueryClient()
	const query = useQuery({ queryKey: key, queryFn: readDevices })
	const again = { onSettled: () => client.invalidateQueries({ queryKey: key }) }

	const turnOn = useMutation({
		async mutationFn(publicKey: string) {
			const subscription = await subscribeHere(publicKey)
			if (!subscription) return undefined
			return await fetchFrom(savePushDevice, { body: { ...subscription, tipos: pushKinds } })
		},
		...again,
	})
	const changeKinds = useMutation({
		mutationFn: ({ id, tipos }: { id: string; tipos: readonly PushKind[] }) =>
			fetchFrom(changePushKinds, { params: { id }, body: { tipos } }),
		...again,
	})
	const remove = useMutation({
		async mutationFn({ id, isHere }: { id: string; isHere: boolean }) {
			await fetchFrom(removePushDevice, { params: { id } })
			if (isHere) await unsubscribeHere()
		},
		...again,
	})
	const test = useMutation({
		mutationFn: (id: string) => fetchFrom(testPush, { params: { id } }),
		...again,
	})
	return { query, turnOn, changeKinds, remove, test }
}

/** Binds this browser's notifications to the current login when the panel opens: logging out ends both. */
export function useBoundDevice(): void {
	useEffect(() => void bindHere(), [])
}

async function bindHere(): Promise<void> {
	if ((await subscriptionHere().catch(() => null)) === null) return
	const here = (await readDevices().catch(() => undefined))?.here
	if (here) await call(bindPushDevice, { params: { id: here.id } })
}
