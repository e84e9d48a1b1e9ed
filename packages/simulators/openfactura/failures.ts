import type { FastifyReply } from 'fastify'
import type { Settings } from './settings.ts'

const messages = {
	'OF-01': 'Faltan datos obligatorios',
	'OF-02': 'Faltan campos obligatorios en el dte',
	'OF-03': 'Validación de permisos',
	'OF-05': 'Tipo Dte no soportado',
	'OF-06': 'Validación de idempotencia',
	'OF-07': 'Validación de folios',
	'OF-08': 'Validación de esquema',
	'OF-09': 'Validación de relaciones',
	'OF-10': 'Validación de campos',
	'OF-22': 'Problema al procesar los datos',
	'OF-23': 'DTE no soportado',
} as const

/** An error: the provider's code, and messages by field. */
export interface Refusal {
	readonly code: keyof typeof messages
	readonly details: readonly { readonly field: string; readonly issue: string }[]
}

export function refusal(code: Refusal['code'], field: string, issue: string): Refusal {
	return { code, details: [{ field, issue }] }
}

/** Rejects a call with 400, in the configured format. */
export function refuse(reply: FastifyReply, { code, details }: Refusal, shape: Settings['forma_error']) {
	const message = messages[code]
	if (shape === 'con_sobre') return reply.code(400).send({ error: { message, code, details } })
	const fields = Object.fromEntries(details.map(({ field, issue }) => [field, issue]))
	return reply.code(400).send({ message: `${message}.`, code, details: fields })
}
