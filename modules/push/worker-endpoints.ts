import { z } from 'zod'
import { endpoint } from '#core/contract/endpoint.ts'
import { renewPushRequest } from '#modules/push/shapes.ts'

/**
 * A browser changed its subscription without a session: the endpoint and the secret of the previous one prove that it
 * is the same browser. In a file of its own, because the service worker is built without shared parts of pages.
 */
export const renewPush = endpoint({
	tag: 'panel: avisos',
	caller: 'anyone',
	method: 'POST',
	path: '/api/avisos_renovar/',
	limits: ['avisos_renovar'],
	body: renewPushRequest,
	status: 204,
	answer: z.null(),
})
