import type { FastifyReply, FastifyRequest } from 'fastify'

const errorCodes = { 400: 'INVALID_ARGUMENT', 403: 'PERMISSION_DENIED', 404: 'NOT_FOUND' } as const

/** Returns the error of a call without a valid key or a mandatory field mask. */
export function refusal(key: string, request: FastifyRequest, reply: FastifyReply, needsMask: boolean) {
	const given = request.headers['x-goog-api-key']
	if (!given) return fail(reply, 403, 'The caller has no permission.')
	if (given !== key) return refuseKey(reply)
	if (needsMask && !request.headers['x-goog-fieldmask']) return fail(reply, 400, 'FieldMask is a required parameter.')
	return undefined
}

/** An error in the format of Google's APIs. */
export function fail(reply: FastifyReply, code: keyof typeof errorCodes, message: string) {
	return reply.code(code).send({ error: { code, message, status: errorCodes[code] } })
}

/** A wrong key is an invalid argument, distinguished only by its details. */
function refuseKey(reply: FastifyReply) {
	const info = {
		'@type': 'type.googleapis.com/google.rpc.ErrorInfo',
		reason: 'API_KEY_INVALID',
		domain: 'googleapis.com',
	}
	const message = 'API key not valid. Please pass a valid API key.'
	return reply.code(400).send({ error: { code: 400, message, status: 'INVALID_ARGUMENT', details: [info] } })
}
