import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'
import { productionSettings } from '#tests/failures/production-shop.ts'
import { openTestShop } from '#tests/open-shop.ts'

// Processes and database servers are started here, which takes its time on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 180_000 })

const dockerfile = readFileSync('deploy/Dockerfile', 'utf8')
const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))

describe('the image', () => {
	let postgres: PostgresServer
	beforeAll(async () => {
		postgres = await startPostgres()
	})
	afterAll(() => postgres.stop())

	it('holds everything that the shop needs to open in production, and its health check says when it has', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'premium-shaker-image-'))
		for (const [, from = '', to = ''] of lastStage.matchAll(/^COPY (?:--from=build \/shop\/)?(\S+) (\S+)$/gm)) {
			mkdirSync(dirname(join(folder, to)), { recursive: true })
			if (to === 'node_modules') symlinkSync(resolve(from), join(folder, to))
			else cpSync(from, join(folder, to), { recursive: true })
		}
		const { variables, inbox } = await productionSettings(postgres)
		const command = JSON.parse(/^CMD (\[.*\])$/m.exec(lastStage)?.[1] ?? '[]') as string[]
		const check = JSON.parse(/HEALTHCHECK[\s\S]*?CMD (\[.*\])$/m.exec(lastStage)?.[1] ?? '[]') as string[]
		expect(command[0]).toBe('node')
		const env = { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...variables }
		const node = resolve('node_modules/node/bin/node')
		const child = spawn(node, command.slice(1), { cwd: folder, env, stdio: 'ignore' })
		const isHealthy = async () => (await once(spawn(node, check.slice(1), { cwd: folder, env }), 'exit'))[0] === 0
		expect(await isHealthy()).toBe(false)
		let healthy = false
		for (let tries = 0; !healthy && tries < 120 && child.exitCode === null; tries++) {
			healthy = await isHealthy()
			await wait(500)
		}
		expect(healthy).toBe(true)
		const page = await fetch(`http://127.0.0.1:${variables.PORT}/`, { headers: { accept: 'text/html' } })
		expect(page.status).toBe(200)
		// So are the operator's commands.
		const asking = { cwd: folder, env }
		expect((await once(spawn(node, ['tools/doctor.mjs'], asking), 'exit'))[0]).toBe(0)
		expect((await once(spawn(node, ['tools/backup.mjs', join(folder, 'respaldo')], asking), 'exit'))[0]).toBe(0)
		const ended = once(child, 'exit')
		child.kill('SIGTERM')
		expect((await ended)[0]).toBe(0)
		await inbox.close()
	})

	it('is not run by root, and has no stand-in of any provider in it', () => {
		expect(lastStage).toMatch(/^USER node$/m)
		expect(lastStage).not.toContain('simulators')
	})
})

it('the alerts and the dashboard ask for metrics that there are', async () => {
	const shop = await openTestShop()
	const { body } = await shop.app.inject('/metricas')
	await shop.stop()
	const there = new Set([...body.matchAll(/^# TYPE (\S+)/gm)].map((found) => found[1]))
	const asked = ['deploy/prometheus-rules.yml', 'deploy/grafana-dashboard.json'].flatMap((file) =>
		[...readFileSync(file, 'utf8').matchAll(/\b((?:tienda|nodejs|process)_\w+)/g)].map((found) => found[1] ?? ''),
	)
	expect(asked.length).toBeGreaterThan(20)
	expect(asked.filter((name) => !there.has(name.replace(/_(count|bucket|sum)$/, '')))).toEqual([])
	JSON.parse(readFileSync('deploy/grafana-dashboard.json', 'utf8'))
})

it('what the deployment names in the environment are variables of the shop', () => {
	const known = readFileSync('.env.example', 'utf8')
	const files = ['deploy/Dockerfile', 'deploy/compose.yml', 'deploy/premium-shaker@.service', 'deploy/nginx.conf']
	const others = [
		'NODE_ENV',
		'MALLOC_ARENA_MAX',
		'MALLOC_MMAP_THRESHOLD_',
		'DOMAIN',
		'POSTGRES_USER',
		'POSTGRES_DB',
		'POSTGRES_PASSWORD',
	]
	const named = files.flatMap((file) =>
		[...readFileSync(file, 'utf8').matchAll(/\b([A-Z]{2,}(?:_[A-Z0-9]+)+)(?=[=:])/g)].map((found) => found[1] ?? ''),
	)
	const unknown = [...new Set(named)].filter((name) => !others.includes(name) && !known.includes(`${name}=`))
	expect(unknown).toEqual([])
})
