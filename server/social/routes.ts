import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { errorAnswers } from '#contract/error-answer.ts'
import { fail } from '#contract/failure.ts'
import { socialFeedAnswer } from '#contract/social/social-feed.ts'
import { sendStored } from '#server/http/send-stored.ts'
import { FailureAnswer } from '#server/http/unwrap.ts'
import { mediaTypes } from './copy-media.ts'
import type { SocialFeed } from './social-feed.ts'

const year = 31_536_000

/** The feed as JSON, and the copies of its media, which never change under their name. */
export function socialRoutes({ social }: { social: SocialFeed }): FastifyPluginAsyncZod {
	return async (app) => {
		app.route({
			method: 'GET',
			url: '/api/social/',
			schema: { tags: ['social'], response: { 200: socialFeedAnswer, ...errorAnswers } },
			handler: async (_request, reply) => {
				reply.header('cache-control', 'public, max-age=60')
				return { results: [...(await social.list())] }
			},
		})

		app.route({
			method: 'GET',
			url: '/social/:archivo',
			schema: { hide: true, params: z.object({ archivo: z.string().max(60) }) },
			handler: async (request, reply) => {
				const { archivo } = request.params
				const file = await social.media(archivo)
				if (!file) throw new FailureAnswer(fail('no_encontrado'))
				reply
					.type(archivo.endsWith('.mp4') ? mediaTypes.mp4 : mediaTypes.webp)
					.header('cache-control', `public, max-age=${year}, immutable`)
					.header('x-content-type-options', 'nosniff')
				// The name is made of what the file holds.
				return await sendStored(request, reply, { file, etag: `"${archivo}"` })
			},
		})
	}
}
