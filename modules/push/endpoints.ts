import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import {
	changePushKindsRequest,
	pushDevice,
	pushDevicesAnswer,
	savePushDeviceRequest,
	testPushAnswer,
} from '#modules/push/shapes.ts'

const about = { tag: 'panel: avisos', caller: 'staff', permission: 'recibir_avisos', freshProof: false } as const
const params = z.object({ id: z.string().max(60) })

/** The account's own devices, and the key with which a browser subscribes. */
export const listPushDevices = endpoint({
	...about,
	method: 'GET',
	path: '/api/admin_avisos/',
	answer: pushDevicesAnswer,
})

/** Adds a browser, or updates a known one. */
export const savePushDevice = endpoint({
	...about,
	method: 'POST',
	path: '/api/admin_avisos/',
	limits: ['avisos'],
	body: savePushDeviceRequest,
	answer: pushDevice,
})

export const changePushKinds = endpoint({
	...about,
	method: 'PATCH',
	path: '/api/admin_avisos/:id/',
	params,
	body: changePushKindsRequest,
	answer: pushDevice,
})

/** Binds the device to the session of the call: it gets no notices after that session. */
export const bindPushDevice = endpoint({
	...about,
	method: 'POST',
	path: '/api/admin_avisos/:id/aqui/',
	params,
	status: 204,
	answer: z.null(),
})

export const removePushDevice = endpoint({
	...about,
	method: 'DELETE',
	path: '/api/admin_avisos/:id/',
	params,
	status: 204,
	answer: z.null(),
})

export const testPush = endpoint({
	...about,
	method: 'POST',
	path: '/api/admin_avisos/:id/probar/',
	limits: ['avisos'],
	params,
	answer: testPushAnswer,
})
