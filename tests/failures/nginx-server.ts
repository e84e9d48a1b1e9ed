import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { isOpen } from '#tests/failures/is-open.ts'
import { freePort } from '#tests/free-port.ts'

/** A TLS proxy in front of the shop, run with deploy/nginx.conf. */
export interface ProxyServer {
	readonly port: number
	readonly plainPort: number
	readonly pid: number
	/** The content of its error log. */
	complaints(): string
	stop(): Promise<void>
}

/** Path of nginx; undefined when nginx or openssl (for the certificate) is missing. */
export function findNginx(): string | undefined {
	const path = ['/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx', '/opt/homebrew/bin/nginx'].find(
		existsSync,
	)
	return path && spawnSync('openssl', ['version']).status === 0 ? path : undefined
}

/** The project's nginx configuration with other ports, processes and certificate only. */
function settingsFor(folder: string, ports: { tls: number; plain: number; shops: readonly number[] }): string {
	const shops = ports.shops.map((port) => `server 127.0.0.1:${port} max_fails=0;`)
	const site = readFileSync('deploy/nginx.conf', 'utf8')
		.replace(/server 127\.0\.0\.1:3001 [^;]*;\s*server 127\.0\.0\.1:3002 [^;]*;/, shops.join('\n\t'))
		.replace(/^\s*listen \[::\]:.*$/gm, '')
		.replace(/listen 80;/, `listen 127.0.0.1:${ports.plain};`)
		.replace(/listen 443 ssl/g, `listen 127.0.0.1:${ports.tls} ssl`)
		.replaceAll('/var/log/nginx/error.log', join(folder, 'error.log'))
		.replace(/\/etc\/letsencrypt\/live\/premiumshaker\.cl/g, folder)
	// Lets an unprivileged user run it.
	const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
		(name) => `${name}_temp_path ${join(folder, name)};`,
	)
	return `daemon off;\nworker_processes 1;\npid ${join(folder, 'pid')};\nerror_log ${join(folder, 'error.log')} warn;\nevents { worker_connections 2048; }\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${site}\n}\n`
}

/** Starts nginx on free loopback ports before the shops at `shopPorts`. */
export async function startNginx(nginx: string, shopPorts: readonly number[]): Promise<ProxyServer> {
	const folder = mkdtempSync(join(tmpdir(), 'premium-shaker-nginx-'))
	// Under root its workers run as another user, who stores large uploads here.
	chmodSync(folder, 0o755)
	const ports = { tls: await freePort(), plain: await freePort(), shops: shopPorts }
	const made = spawnSync('openssl', [
		'req',
		'-x509',
		'-newkey',
		'rsa:2048',
		'-nodes',
		'-days',
		'2',
		'-subj',
		'/CN=premiumshaker.cl',
		'-keyout',
		join(folder, 'privkey.pem'),
		'-out',
		join(folder, 'fullchain.pem'),
	])
	if (made.status !== 0) throw new Error(`openssl: ${made.stderr}`)
	const file = join(folder, 'nginx.conf')
	writeFileSync(file, settingsFor(folder, ports))
	const checked = spawnSync(nginx, ['-t', '-q', '-p', folder, '-c', file], { encoding: 'utf8' })
	if (checked.status !== 0) throw new Error(`nginx does not accept its configuration: ${checked.stderr}`)
	const child = spawn(nginx, ['-p', folder, '-c', file], { stdio: 'ignore' })
	for (let tries = 0; !(await isOpen(ports.tls)); tries++) {
		if (tries > 100 || child.exitCode !== null) throw new Error('nginx does not listen')
		await wait(100)
	}
	return {
		port: ports.tls,
		plainPort: ports.plain,
		pid: child.pid ?? 0,
		complaints: () => readFileSync(join(folder, 'error.log'), 'utf8'),
		async stop() {
			const ended = once(child, 'exit')
			child.kill('SIGQUIT')
			await ended
			rmSync(folder, { recursive: true, force: true })
		},
	}
}
