import { once } from 'node:events'
import { globSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { onClosed } from '#core/server/http/connections.ts'
import { projectFolder } from '#core/server/platform/runtime.ts'

it('logs an answered call with its status, and 499 for one whose client left', async () => {
	const app = Fastify()
	const noted: number[] = []
	const { promise: bothNoted, resolve } = Promise.withResolvers<void>()
	onClosed(app, (_request, _reply, status) => {
		noted.push(status)
		if (noted.length === 2) resolve()
	})
	const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
	app.get('/never', () => {
		arrive()
		return new Promise(() => {})
	})
	app.get('/', async () => 'ok')
	const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
	await fetch(`http://127.0.0.1:${port}/`)
	const socket = connect(Number(port), '127.0.0.1')
	await once(socket, 'connect')
	socket.write('GET /never HTTP/1.1\r\nHost: x\r\n\r\n')
	await arrived
	socket.destroy()
	await bothNoted
	expect(noted).toEqual([200, 499])
	await app.close()
})

it('uses onResponse, which does not run for a client that left, only in the count of Home', () => {
	const sources = globSync('{core,modules,shop}/**/server/**/*.ts', { cwd: projectFolder })
	const using = sources.filter((name) => /onResponse['":]/.test(readFileSync(join(projectFolder, name), 'utf8')))
	expect(using.filter((name) => !name.endsWith('.test.ts'))).toEqual(['modules/numbers/server/module.ts'])
})
