import { z } from 'zod'
import { day, personName, plainLines } from '#core/contract/fields.ts'
import { dayText, listOf, optionalText, pageQuery } from '#core/contract/lists.ts'
import { maxRequestAnswer, maxRequestText } from '#core/rules/limits.ts'
import { breachKinds } from '#modules/privacy/breach-kinds.ts'
import { dataRights } from '#modules/privacy/data-requests.ts'

const kind = `(${Object.keys(breachKinds).join('|')})`

export const affectedQuery = z.object({
	desde: dayText.describe('first day, in Santiago; empty: all that was stored until `hasta`'),
	hasta: dayText.describe('last day, in Santiago, included; empty: until now'),
	datos: optionalText(100)
		.pipe(
			z
				.string()
				.regex(new RegExp(`^${kind}(,${kind})*$`))
				.optional(),
		)
		.describe('kinds of data, with commas; empty: all'),
})
export type AffectedQuery = z.output<typeof affectedQuery>

const claim = { derecho: z.enum(dataRights), texto: plainLines(maxRequestText).describe('may be empty') }

export const askRequest = z.object(claim)
export type AskRequest = z.output<typeof askRequest>

const answered = {
	id: z.int(),
	derecho: z.enum(dataRights),
	texto: z.string(),
	recibida: z.string().describe('a day of Santiago'),
	responder_hasta: z.string().describe('a day of Santiago'),
	respondida_at: z.string().nullable(),
	respuesta: z.string().nullable(),
}

/** A request as its person sees it. */
export const ownRequest = z.object(answered)
export type OwnRequest = z.infer<typeof ownRequest>

export const ownRequestsAnswer = z.object({
	results: z.array(ownRequest).describe('the newest first'),
	bloqueada_at: z.string().nullable().describe('since when the account is blocked'),
})

/** `email` may be one without an account. `recibida`: the day on which it arrived, by mail or WhatsApp. */
export const noteRequest = z.object({
	nombre: personName(150),
	email: z.string().trim().max(320),
	recibida: day,
	...claim,
})
export type NoteRequest = z.output<typeof noteRequest>

export const answerRequest = z.object({ respuesta: plainLines(maxRequestAnswer).min(1) })

/** A request as staff see it. */
export const staffRequest = z.object({
	...answered,
	nombre: z.string().describe('empty: the account was deleted'),
	email: z.string(),
	faltan: z.int().nullable().describe('days until it is due, below 0 overdue; null: answered'),
	respondida_por: z.string().nullable(),
	cuenta: z.object({ id: z.int(), bloqueada: z.boolean() }).nullable(),
})
export type StaffRequest = z.infer<typeof staffRequest>

export const listRequestsQuery = pageQuery
export const listRequestsAnswer = listOf(staffRequest)
