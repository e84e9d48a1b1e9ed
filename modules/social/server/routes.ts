import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { refuse } from '#core/contract/failure.ts'
import { handle } from '#core/server/http/handle.ts'
import { sendStored } from '#core/server/http/send-stored.ts'
import { listSocialPosts } from '#modules/social/endpoints.ts'
import { mediaTypes } from './copy-media.ts'
import type { SocialFeed } from './social-feed.ts'

const year = 31_536_000

/** Routes of the feed as JSON, and of its immutable media copies. */
export function socialRoutes({ social }: { social: SocialFeed }): FastifyPluginAsyncZod {
	return async (app) => {
		handle(app, listSocialPosts, async (_request, reply) => {
			reply.header('cache-control', 'public, max-age=60')
			return { results: [...(await social.list())] }
		})

		app.route({
			method: 'GET',
			url: '/social/:archivo',
			schema: { hide: true, params: z.object({ archivo: z.string().max(60) }) },
			handler: async (request, reply) => {
				const { archivo } = request.params
				const file = await social.media(archivo)
				if (!file) refuse('no_encontrado')
				reply
					.type(archivo.endsWith('.mp4') ? mediaTypes.mp4 : mediaTypes.webp)
					.header('cache-control', `public, max-age=${year}, immutable`)
					.header('x-content-type-options', 'nosniff')
				// The name is the content's hash.
				return await sendStored(request, reply, { file, etag: `"${archivo}"` })
			},
		})
	}
}
