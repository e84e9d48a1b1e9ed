import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, it } from 'vitest'
import { createFolderFiles } from '#server/files/folder-files.ts'
import { copyPicture } from './copy-media.ts'

it('copies no medium that leads elsewhere: what it names may be in the shop’s own network', async () => {
	const files = createFolderFiles(mkdtempSync(join(tmpdir(), 'premium-shaker-')))
	const pictures = { draw: async (bytes: Uint8Array) => bytes, close: async () => {} }
	const app = fastify()
	const asked: string[] = []
	app.addHook('onRequest', async ({ url }) => void asked.push(url))
	app.get('/foto', () => 'una foto')
	app.get('/desvio', (_request, reply) => reply.redirect('/foto', 302))
	const home = await app.listen({ host: '127.0.0.1', port: 0 })
	expect(await copyPicture({ files, pictures }, `${home}/foto`)).toMatch(/\.webp$/)
	asked.length = 0
	await expect(copyPicture({ files, pictures }, `${home}/desvio`)).rejects.toThrow()
	expect(asked).toEqual(['/desvio'])
	await app.close()
})
