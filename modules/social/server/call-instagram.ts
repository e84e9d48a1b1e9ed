import { z } from 'zod'
import { fetchOutside } from '#core/server/platform/fetch-outside.ts'

const errorSchema = z.object({ error: z.object({ code: z.number(), error_subcode: z.number().optional() }) })
const timeoutMs = 15_000

/** A provider's rejection or invalid answer. The message never contains the address, which has the token. */
export class SocialUnavailable extends Error {
	override readonly name = 'SocialUnavailable'
}

/** Calls Instagram's API and parses its answer with `schema`. Throws SocialUnavailable. */
export async function callInstagram<T>(
	apiUrl: string,
	path: string,
	query: Readonly<Record<string, string>>,
	schema: z.ZodType<T>,
): Promise<T> {
	const url = new URL(`${apiUrl.replace(/\/$/, '')}${path}`)
	for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
	let answer: Response
	let json: unknown
	try {
		answer = await fetchOutside(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
		json = await answer.json()
	} catch (error) {
		throw new SocialUnavailable(`no answer to ${path}: ${error instanceof Error ? error.name : 'unknown'}`)
	}
	if (!answer.ok) {
		const reported = errorSchema.safeParse(json).data?.error
		const code = reported ? ` (code ${reported.code}, ${reported.error_subcode ?? 'no'} subcode)` : ''
		throw new SocialUnavailable(`${path} was refused with ${answer.status}${code}`)
	}
	const parsed = schema.safeParse(json)
	if (!parsed.success) throw new SocialUnavailable(`the answer to ${path} made no sense`)
	return parsed.data
}
