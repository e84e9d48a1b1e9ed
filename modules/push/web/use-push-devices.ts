import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type AlertKind, alertKinds } from '#core/rules/staff-alerts.ts'
import { panelKey } from '#core/web/panel/panel-parts.tsx'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import {
	changePushKinds,
	listPushDevices,
	removePushDevice,
	savePushDevice,
	testPush,
} from '#modules/push/endpoints.ts'
import type { PushDevice, PushDevicesAnswer } from '#modules/push/shapes.ts'
import {
	currentSubscription,
	fingerprintOf,
	subscribeBrowser,
	unsubscribeBrowser,
} from '#modules/push/web/this-device.ts'

const key = [...panelKey, 'avisos']

interface Devices extends PushDevicesAnswer {
	/** This browser, when it has notifications on. */
	readonly thisBrowser: PushDevice | undefined
}

/** Reads the account's devices and identifies this browser among them. */
export async function readDevices(): Promise<Devices> {
	const [devices, subscription] = await Promise.all([fetchFrom(listPushDevices), currentSubscription()])
	const own = subscription && (await fingerprintOf(subscription))
	return { ...devices, thisBrowser: devices.dispositivos.find(({ huella }) => huella === own) }
}

/** The account's Web Push devices and their mutations, each of which invalidates the list. */
export function usePushDevices() {
	const client = useQueryClient()
	const query = useQuery({ queryKey: key, queryFn: readDevices })
	const invalidateList = { onSettled: () => client.invalidateQueries({ queryKey: key }) }

	const turnOn = useMutation({
		async mutationFn(publicKey: string) {
			const subscription = await subscribeBrowser(publicKey)
			if (!subscription) return undefined
			return await fetchFrom(savePushDevice, { body: { ...subscription, tipos: alertKinds } })
		},
		...invalidateList,
	})
	const changeKinds = useMutation({
		mutationFn: ({ id, tipos }: { id: string; tipos: readonly AlertKind[] }) =>
			fetchFrom(changePushKinds, { params: { id }, body: { tipos } }),
		...invalidateList,
	})
	const remove = useMutation({
		async mutationFn({ id, isThisBrowser }: { id: string; isThisBrowser: boolean }) {
			await fetchFrom(removePushDevice, { params: { id } })
			if (isThisBrowser) await unsubscribeBrowser()
		},
		...invalidateList,
	})
	const test = useMutation({
		mutationFn: (id: string) => fetchFrom(testPush, { params: { id } }),
		...invalidateList,
	})
	return { query, turnOn, changeKinds, remove, test }
}
