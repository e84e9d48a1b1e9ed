import { execFileSync, spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const folder = 'deploy/cluster'
/** Reads a file without its comments. */
const read = (name: string) => readFileSync(join(folder, name), 'utf8').replace(/^\s*[#;].*$/gm, '')
const linesOf = (name: string) =>
	read(name)
		.split('\n')
		.map((line) => line.trim())
const settingsOf = (name: string) => new Map(linesOf(name).map((line) => line.split(/\s*=\s*/, 2) as [string, string]))
/** Returns a section of patroni.yml, to the next unindented line. */
const sectionOf = (name: string) =>
	new RegExp(`^${name}:\\n((?: .*\\n|\\n)*)`, 'm').exec(read('patroni.yml'))?.[1] ?? ''

describe('the files of the database cluster', () => {
	it('name no plain address and no secret', () => {
		for (const name of readdirSync(folder)) expect(read(name), name).not.toContain('http://')
		const empty = linesOf('node.env').filter((line) => line.includes('PASSWORD'))
		expect(empty).toHaveLength(3)
		for (const line of empty) expect(line).toMatch(/^PATRONI_[A-Z]+_PASSWORD=$/)
	})

	it('accept in etcd only certificates with the name of the databases', () => {
		const settings = settingsOf('node.env')
		for (const kind of ['', 'PEER_']) {
			expect(settings.get(`ETCD_${kind}CLIENT_CERT_AUTH`)).toBe('true')
			for (const file of ['TRUSTED_CA_FILE', 'CERT_FILE', 'KEY_FILE'])
				expect(settings.get(`ETCD_${kind}${file}`)).toMatch(/^\/etc\/premium-shaker-cluster\//)
		}
		for (const kind of ['CLIENT', 'PEER'])
			expect(settings.get(`ETCD_${kind}_CERT_ALLOWED_HOSTNAME`)).toBe('base.premium-shaker.internal')
		for (const line of ['protocol: https', 'cacert:', 'cert:', 'key:']) expect(sectionOf('etcd')).toContain(`  ${line}`)
	})

	it('accept calls to Patroni only with a certificate, and changes only with a password as well', () => {
		expect(sectionOf('restapi')).toContain('verify_client: required')
		for (const key of ['certfile', 'keyfile', 'cafile']) expect(sectionOf('restapi')).toContain(`${key}: /etc/`)
		for (const key of ['certfile', 'keyfile', 'cacert']) expect(sectionOf('ctl')).toContain(`${key}: /etc/`)
		expect(sectionOf('ctl')).not.toContain('insecure')
		expect(settingsOf('node.env').get('PATRONI_RESTAPI_USERNAME')).toBe('patroni')
		const servers = linesOf('haproxy.cfg').filter((line) => line.includes('check-ssl'))
		expect(servers).toEqual([expect.stringMatching(/verify required ca-file \S+ crt \S+ verifyhost \S+$/)])
		expect(read('haproxy.cfg')).not.toMatch(/verify none|no-check-ssl/)
	})

	it('accept PostgreSQL connections only over TLS and with a password', () => {
		const rules = sectionOf('postgresql').match(/^ {4}- .*$/gm) ?? []
		expect(rules).toHaveLength(3)
		for (const rule of rules) expect(rule).toMatch(/^ {4}- hostssl \w+ \w+ \S+ scram-sha-256$/)
		expect(sectionOf('postgresql')).toContain('ssl: "on"')
		for (const user of ['superuser', 'replication'])
			expect(sectionOf('postgresql')).toMatch(new RegExp(`${user}: \\{.*sslmode: verify-full, sslrootcert: /etc/`))
		const pool = settingsOf('pgbouncer.ini')
		expect(pool.get('server_tls_sslmode')).toBe('verify-full')
		expect(pool.get('server_tls_ca_file')).toBe('/etc/premium-shaker-cluster/ca.crt')
		expect(pool.get('auth_type')).toBe('scram-sha-256')
	})
})

const hasOpenssl = spawnSync('openssl', ['version']).status === 0

describe.skipIf(!hasOpenssl)('certificates.sh', () => {
	let home: string
	const certificate = (path: string) => new X509Certificate(readFileSync(join(home, path)))
	const make = (...machines: string[]) =>
		execFileSync('sh', [join(folder, 'certificates.sh'), home, ...machines], { stdio: 'pipe' })

	beforeAll(() => {
		home = mkdtempSync(join(tmpdir(), 'certificates-'))
		make('node1=10.0.0.11', 'tienda1')
	})
	afterAll(() => rmSync(home, { recursive: true }))

	it('names a database machine as the shop connects to it, and a shop machine otherwise', () => {
		const names = (machine: string) => certificate(`${machine}/machine.crt`).subjectAltName
		expect(names('node1')).toContain('DNS:node1, DNS:base.premium-shaker.internal, IP Address:10.0.0.11')
		expect(names('tienda1')).toContain('DNS:tienda1')
		expect(names('tienda1')).not.toContain('base.')
	})

	it('renews with the same authority, whose key is copied to no machine', () => {
		const before = readFileSync(join(home, 'ca.crt'), 'utf8')
		make('node1=10.0.0.11')
		expect(readFileSync(join(home, 'ca.crt'), 'utf8')).toBe(before)
		const { publicKey } = certificate('ca.crt')
		for (const machine of ['node1', 'tienda1'])
			expect(certificate(`${machine}/machine.crt`).verify(publicKey), machine).toBe(true)
		expect(readdirSync(join(home, 'node1')).sort()).toEqual(['ca.crt', 'machine.crt', 'machine.key', 'machine.pem'])
	})
})
