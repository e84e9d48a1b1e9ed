import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fastify from 'fastify'
import { expect, it, vi } from 'vitest'
import { createFolderFiles } from '#core/server/files/files.ts'
import { copyPicture, copyVideo } from './copy-media.ts'

const files = createFolderFiles(mkdtempSync(join(tmpdir(), 'premium-shaker-')))
const pictures = { draw: async (bytes: Uint8Array) => bytes, close: async () => {} }

it('copies no medium from an address of an internal network', async () => {
	const app = fastify()
	const requests: string[] = []
	app.addHook('onRequest', async ({ url }) => void requests.push(url))
	app.get('/foto', () => 'una foto')
	app.get('/desvio', (_request, reply) => reply.redirect('/foto', 302))
	const home = await app.listen({ host: '127.0.0.1', port: 0 })
	const deps = { files, pictures, apiUrl: home }
	expect(await copyPicture(deps, `${home}/foto`)).toMatch(/\.webp$/)
	requests.length = 0
	await expect(copyPicture(deps, `${home}/desvio`)).rejects.toThrow()
	expect(requests).toEqual(['/desvio'])
	await app.close()
})

it.each([
	'http://169.254.169.254/latest/meta-data/',
	'https://10.0.0.5/foto.jpg',
	'https://[::1]/foto.jpg',
	'https://postgres/foto.jpg',
	'https://localhost:9200/',
	'http://scontent.cdninstagram.com/foto.jpg',
])('makes no request for %s of any listing', async (address) => {
	const requests = vi.spyOn(globalThis, 'fetch')
	const deps = { files, pictures, apiUrl: 'https://graph.instagram.com/v25.0' }
	for (const copy of [copyPicture, copyVideo])
		await expect(copy(deps, address)).rejects.toThrow('the medium is not on the internet')
	expect(requests).not.toHaveBeenCalled()
	requests.mockRestore()
})
