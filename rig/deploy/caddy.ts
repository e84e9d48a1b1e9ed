import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request as requestPlain } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tests/free-port.ts'
import { startApart, until } from './namespace.ts'
import { needPrograms, run } from './needed-programs.ts'

const domain = 'premiumshaker.cl'

/** Requests a page from Caddy as a visitor of the domain, over TLS by default. Returns the status. */
function statusOf(port: number, path: string, send: typeof request = request): Promise<number> {
	return new Promise((resolve, reject) => {
		const options = { host: '127.0.0.1', port, path, servername: domain, rejectUnauthorized: false, timeout: 5000 }
		const asked = send({ ...options, headers: { host: domain, accept: 'text/html' } }, (answer) => {
			answer.resume()
			resolve(answer.statusCode ?? 0)
		})
		asked.on('timeout', () => asked.destroy(new Error('timeout')))
		asked.on('error', reject)
		asked.end()
	})
}

/**
 * Runs Debian's Caddy with deploy/Caddyfile before the shop; only certificate, ports and host name differ. Returns a result
 * line.
 */
export async function tryCaddy(shopPort: number): Promise<string> {
	await needPrograms({ caddy: 'caddy' })
	await run('caddy', ['validate', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile'], { DOMAIN: domain })
	const folder = mkdtempSync(join(tmpdir(), 'premium-shaker-caddy-'))
	const [tls, plain] = [await freePort(), await freePort()]
	const own = `{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttp_port ${plain}\n\thttps_port ${tls}\n\tstorage file_system ${folder}\n`
	const site = readFileSync('deploy/Caddyfile', 'utf8').replace('shop 3000', `shop ${shopPort}`).replace(/^\{\n/, own)
	writeFileSync(join(folder, 'Caddyfile'), site)
	writeFileSync(join(folder, 'hosts'), '127.0.0.1 localhost shop\n')
	const command = ['env', `DOMAIN=${domain}`, 'caddy', 'run', '--config', join(folder, 'Caddyfile')]
	const caddy = startApart('mount --bind "$1" /etc/hosts', [join(folder, 'hosts')], command)
	try {
		await until(async () => (await statusOf(tls, '/')) === 200, caddy)
		const seen = [
			await statusOf(tls, '/metricas'),
			await statusOf(tls, '/salud/listo'),
			await statusOf(plain, '/', requestPlain),
			await statusOf(plain, '/api/checkout/', requestPlain),
		]
		if (String(seen) !== '404,404,301,403') throw new Error(`responde ${seen} y no 404, 404, 301 y 403`)
		return 'abre la tienda con TLS, esconde lo del operador, desvía las páginas sin cifrar y niega las llamadas'
	} finally {
		await caddy.stop()
		rmSync(folder, { recursive: true, force: true })
	}
}
