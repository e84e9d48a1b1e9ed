import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { gatewayMethods } from '#core/rules/payment-methods.ts'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'
import { productionSettings } from '#tests/failures/production-shop.ts'
import { openTestShop } from '#tests/open-shop.ts'
import { writeReleaseFolder } from '../../tools/release-folder.mjs'
import { node } from '../../tools/set-up.mjs'

const dockerfile = readFileSync('deploy/Dockerfile', 'utf8')
const compose = readFileSync('deploy/compose.yml', 'utf8')

/** Runs deploy/create-role.sql as the image's superuser and returns the shop's database URL. */
async function createRole(server: PostgresServer): Promise<string> {
	const password = randomBytes(12).toString('hex')
	const address = await server.createDatabase('antes')
	const script = readFileSync('deploy/create-role.sql', 'utf8')
	expect(script).toContain('\\getenv password POSTGRES_PASSWORD')
	const statements = script
		.replace(/^(--|\\getenv).*$/gm, '')
		.replace(":'password'", `'${password}'`)
		.split(';')
	await withClient(address, async (client) => {
		for (const statement of statements) if (statement.trim() !== '') await client.query(statement)
	})
	// The superuser can no longer connect over the network.
	await expect(withClient(address, async () => {})).rejects.toThrow(/password/)
	return address.replace('postgres:shop@', `shop:${password}@`).replace(/antes$/, 'shop')
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
	const client = new pg.Client({ connectionString })
	await client.connect()
	return await work(client).finally(() => client.end())
}

describe('the image', () => {
	let postgres: PostgresServer
	beforeAll(async () => {
		postgres = await startPostgres('postgres')
	})
	afterAll(() => postgres.stop({ isUnchecked: true }))

	it('contains all files that the shop needs in production, and has a health check that waits for the start', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'premium-shaker-release-'))
		const cpu = process.arch === 'arm64' ? 'arm64' : 'x64'
		writeReleaseFolder('.', folder, { version: '0.0.0', commit: '0'.repeat(40), cpu })
		const { variables: settings, inbox } = await productionSettings(postgres)
		const databaseUrl = await createRole(postgres)
		const variables: Record<string, string> = { ...settings, DATABASE_URL: databaseUrl }
		const [program = '', ...words] = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]') as string[]
		const check = JSON.parse(/HEALTHCHECK[\s\S]*?CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]') as string[]
		const env = { PATH: process.env.PATH ?? '', NODE_ENV: 'production', ...variables }
		const run = (args: string[]) => spawn(join(folder, program), args, { cwd: folder, env, stdio: 'ignore' })
		const child = run(words)
		onTestFinished(() => void child.kill('SIGKILL'))
		const isHealthy = async () => (await once(run(check.slice(1)), 'exit'))[0] === 0
		expect(await isHealthy()).toBe(false)
		await expect.poll(isHealthy, { timeout: 120_000, interval: 500 }).toBe(true)
		const asked = 'select rolsuper, rolcreaterole, rolcreatedb, rolbypassrls from pg_roles where rolname = current_user'
		const rights = await withClient(databaseUrl, async (client) => (await client.query(asked)).rows)
		expect(rights).toEqual([{ rolsuper: false, rolcreaterole: false, rolcreatedb: false, rolbypassrls: false }])
		const page = await fetch(`http://127.0.0.1:${variables.PORT}/`, { headers: { accept: 'text/html' } })
		expect(page.status).toBe(200)
		// The operator's commands use it too.
		expect((await once(run(['dist/shop/doctor.js']), 'exit'))[0]).toBe(0)
		expect((await once(run(['dist/shop/backup.js', join(folder, 'respaldo')]), 'exit'))[0]).toBe(0)
		const ended = once(child, 'exit')
		child.kill('SIGTERM')
		expect((await ended)[0]).toBe(0)
		await inbox.close()
	})

	it('copies the release onto one exact Debian, beside images of one exact version', () => {
		expect([...dockerfile.matchAll(/^(FROM|COPY) .*$/gm)].map(([line]) => line)).toEqual([
			'FROM debian:12-slim',
			'COPY . .',
		])
		const others = [...compose.matchAll(/image: (\S+)/g)].map(([, image = '']) => image)
		expect(others.map((image) => image.split(':')[0])).toEqual(['premium-shaker', 'postgres', 'caddy'])
		for (const image of others.slice(1)) expect(image).toMatch(/:\d+\.\d+(\.\d+)?$/)
	})

	it('cannot write files or raise its rights, like its neighbours, and the database reaches no outside network', () => {
		const [shop = '', services = '', networks = ''] = compose.split(/^(?:services|networks):$/m)
		expect(compose.match(/^x-cerrado: &cerrado\n(?: {2}.*\n)+/m)?.[0]).toMatch(
			/read_only: true\n {2}cap_drop: \[ALL\]\n {2}security_opt: \["no-new-privileges:true"\]/,
		)
		expect(shop).toMatch(/^x-shop: &shop\n {2}<<: \*cerrado$/m)
		expect(services).toMatch(/^ {2}shop-1: \*shop\n {2}shop-2: \*shop$/m)
		const parts = services.split(/^ {2}(?=\w+:$)/m)
		expect(parts).toHaveLength(3)
		for (const part of parts.slice(1)) expect(part).toContain('<<: *cerrado')
		expect(parts[1]).toContain('networks: [base]')
		expect(parts[1]).not.toMatch(/POSTGRES_USER|ports:/)
		expect(networks).toMatch(/base:\n {4}internal: true/)
	})

	it('sells in production like the systemd unit, with only the required settings', () => {
		expect(dockerfile).toContain('SHOP_MODE=production')
		expect(compose).toContain('SHOP_MODE: production')
		expect(readFileSync('deploy/premium-shaker@.service', 'utf8')).toMatch(/^Environment=.*SHOP_MODE=production/m)
	})

	it('does not run as root, and contains no simulator', () => {
		expect(dockerfile).toMatch(/^USER node$/m)
		expect(dockerfile).not.toContain('simulators')
	})
})

it('the bill of materials of a release lists its run-time packages without the test packages', async () => {
	const { stdout } = await promisify(execFile)(node, ['tools/sbom.mjs'], { maxBuffer: 32 * 1024 * 1024 })
	const bill = JSON.parse(stdout) as { bomFormat: string; components: { name: string; version: string }[] }
	expect(bill.bomFormat).toBe('CycloneDX')
	const names = bill.components.map(({ name }) => name)
	const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> }
	for (const name of Object.keys(dependencies)) expect(names).toContain(name)
	expect(names).not.toContain('vitest')
})

it('the alerts and the dashboard use existing metrics', async () => {
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

it('the alerts about gateways name every gateway', () => {
	const rules = readFileSync('deploy/prometheus-rules.yml', 'utf8')
	const named = [...rules.matchAll(/metodo_pago=~"([^"]+)"/g)].map((found) => found[1])
	expect(named).toEqual([gatewayMethods.join('|'), gatewayMethods.join('|')])
})

it('the deployment files set only variables of the shop', () => {
	const known = readFileSync('.env.example', 'utf8')
	const files = ['deploy/Dockerfile', 'deploy/compose.yml', 'deploy/premium-shaker@.service', 'deploy/nginx.conf']
	const others = [
		'NODE_ENV',
		'DEBIAN_FRONTEND',
		'MALLOC_MMAP_THRESHOLD_',
		'DOMAIN',
		'POSTGRES_INITDB_ARGS',
		'POSTGRES_PASSWORD',
	]
	const named = files.flatMap((file) =>
		[...readFileSync(file, 'utf8').matchAll(/\b([A-Z]{2,}(?:_[A-Z0-9]+)+)(?=[=:])/g)].map((found) => found[1] ?? ''),
	)
	const unknown = [...new Set(named)].filter((name) => !others.includes(name) && !known.includes(`${name}=`))
	expect(unknown).toEqual([])
})
