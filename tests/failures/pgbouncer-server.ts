import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isOpen } from '#tests/failures/is-open.ts'
import { freePort } from '#tests/free-port.ts'

/** Path of PgBouncer; undefined when missing. */
export const findPgbouncer = () => ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(existsSync)

/** The project's pool configuration with other addresses, the database at `direct`, and two server connections. */
function settingsFor(direct: URL, folder: string, port: number): string {
	return (
		readFileSync('deploy/cluster/pgbouncer.ini', 'utf8')
			.replace(
				/host=\S+ port=\S+ dbname=\S+/,
				`host=${direct.hostname} port=${direct.port} dbname=${direct.pathname.slice(1)}`,
			)
			.replace(/^shop =/m, '* =')
			// Its database is local and has no certificate.
			.replace(/^server_tls_sslmode = .*$/m, 'server_tls_sslmode = disable')
			.replace(/^listen_addr = .*$/m, 'listen_addr = 127.0.0.1')
			.replace(/^listen_port = .*$/m, `listen_port = ${port}`)
			.replace(/^auth_type = .*$/m, 'auth_type = plain')
			.replace(/^default_pool_size = .*$/m, 'default_pool_size = 2')
			.replace(/^(auth_file|logfile|pidfile) = (.*)$/gm, (_, name, file) => `${name} = ${join(folder, file)}`)
	)
}

/** Starts the pool of deploy/cluster/ before `directUrl`; returns its URL and its stop function. */
export async function startPgbouncer(program: string, directUrl: string) {
	const folder = mkdtempSync(join(tmpdir(), 'premium-shaker-pool-'))
	const direct = new URL(directUrl)
	const port = await freePort()
	const settings = join(folder, 'pgbouncer.ini')
	writeFileSync(settings, settingsFor(direct, folder, port))
	writeFileSync(join(folder, 'userlist.txt'), `"${direct.username}" "${direct.password}"\n`)
	// PgBouncer refuses to run as root.
	chmodSync(folder, 0o777)
	const isRoot = process.getuid?.() === 0
	if (isRoot) spawnSync('chown', ['-R', 'nobody', folder])
	const child = spawn(program, [...(isRoot ? ['-u', 'nobody'] : []), settings], { stdio: 'ignore' })
	for (let tries = 0; !(await isOpen(port)); tries++) {
		if (tries > 100 || child.exitCode !== null) throw new Error('pgbouncer does not listen')
		await wait(100)
	}
	const url = new URL(directUrl)
	url.port = String(port)
	return {
		url: url.href,
		async stop() {
			const ended = once(child, 'exit')
			child.kill('SIGKILL')
			await ended
			rmSync(folder, { recursive: true, force: true })
		},
	}
}
