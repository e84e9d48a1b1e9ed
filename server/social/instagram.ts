import { z } from 'zod'
import type { Post } from '#domain/social/feed.ts'

const text = z.string().optional().catch(undefined)
const postSchema = z.object({
	id: z.string(),
	media_type: z.string(),
	media_url: text,
	thumbnail_url: text,
	permalink: text,
})
const listingSchema = z.object({
	data: z.array(postSchema),
	paging: z
		.object({ cursors: z.object({ after: z.string() }).partial(), next: z.string() })
		.partial()
		.optional(),
})
const errorSchema = z.object({ error: z.object({ code: z.number(), error_subcode: z.number().optional() }) })

const timeoutMs = 15_000
/** Three pages of 25 hold ten posts that can be shown, or the account has few of them. */
const pages = 3
const pageLength = 25

/** The provider said no, or nothing that makes sense. The message never holds the address, which holds the token. */
class SocialUnavailable extends Error {
	override readonly name = 'SocialUnavailable'
}

async function readPage(url: URL) {
	let answer: Response
	let json: unknown
	try {
		answer = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
		json = await answer.json()
	} catch (error) {
		throw new SocialUnavailable(`the listing cannot be read: ${error instanceof Error ? error.name : 'unknown'}`)
	}
	if (!answer.ok) {
		const told = errorSchema.safeParse(json).data?.error
		const code = told ? ` (code ${told.code}, ${told.error_subcode ?? 'no'} subcode)` : ''
		throw new SocialUnavailable(`the listing was refused with ${answer.status}${code}`)
	}
	const page = listingSchema.safeParse(json)
	if (!page.success) throw new SocialUnavailable('the listing made no sense')
	return page.data
}

/** Lists an account's newest posts. Throws SocialUnavailable. */
export async function listInstagramMedia({ apiUrl, token }: { apiUrl: string; token: string }): Promise<Post[]> {
	const posts: Post[] = []
	let after: string | undefined
	for (let page = 0; page < pages; page += 1) {
		const url = new URL(`${apiUrl.replace(/\/$/, '')}/me/media`)
		url.searchParams.set('fields', 'id,media_type,media_url,permalink,thumbnail_url')
		url.searchParams.set('limit', String(pageLength))
		if (after) url.searchParams.set('after', after)
		url.searchParams.set('access_token', token)
		const { data, paging } = await readPage(url)
		posts.push(...data)
		after = paging?.next ? paging.cursors?.after : undefined
		if (!after) break
	}
	return posts
}
