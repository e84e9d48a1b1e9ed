import fastify from 'fastify'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import type { Files } from '#server/files/files.ts'
import { copyPicture } from './copy-media.ts'

const files: Files = { put: async () => {}, get: async () => undefined, delete: async () => {} }

it('copies no medium that leads elsewhere: what it names may be in the shop’s own network', async () => {
	const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#abc' } })
		.png()
		.toBuffer()
	const app = fastify()
	const asked: string[] = []
	app.addHook('onRequest', async ({ url }) => void asked.push(url))
	app.get('/foto', (_request, reply) => reply.type('image/png').send(picture))
	app.get('/desvio', (_request, reply) => reply.redirect('/foto', 302))
	const home = await app.listen({ host: '127.0.0.1', port: 0 })
	expect(await copyPicture(files, `${home}/foto`)).toMatch(/\.webp$/)
	asked.length = 0
	await expect(copyPicture(files, `${home}/desvio`)).rejects.toThrow()
	expect(asked).toEqual(['/desvio'])
	await app.close()
})
