/**
 * Builds and runs the files of deploy/ with Debian's programs, one trial after the other, each with a result line. Exits
 * with 1 when one failed; a trial that cannot run names the missing parts. Use: npm run try-deploy [-- image caddy nginx
 * systemd]
 */
import { findNginx, startNginx } from '#tests/failures/nginx-server.ts'
import { type PostgresServer, startPostgres } from '#tests/failures/postgres-server.ts'
import { productionSettings } from '#tests/failures/production-shop.ts'
import { startShop } from '#tests/failures/shop-process.ts'
import { startLoad } from '#tests/failures/steady-load.ts'
import { tryCaddy } from './caddy.ts'
import { buildImage } from './image.ts'
import { CannotTry, needPrograms } from './needed-programs.ts'
import { tryImage } from './run-image.ts'
import { tryUnit } from './unit.ts'

/** Passes production settings with a database of its own to `work`. */
async function withSettings<T>(postgres: PostgresServer, work: (settings: Record<string, string>) => Promise<T>) {
	const { variables, inbox } = await productionSettings(postgres)
	return await work(variables).finally(() => inbox.close())
}

/** Passes the port of a running shop to `work`. */
async function withShop<T>(postgres: PostgresServer, work: (port: number) => Promise<T>): Promise<T> {
	return await withSettings(postgres, async (settings) => {
		const shop = await startShop(settings, 120)
		return await work(Number(settings.PORT)).finally(() => shop.end('SIGTERM'))
	})
}

async function tryNginx(port: number): Promise<string> {
	await needPrograms({ nginx: 'nginx-light', openssl: 'openssl' })
	const nginx = findNginx()
	if (!nginx) throw new CannotTry('nginx no está donde se busca')
	const proxy = await startNginx(nginx, [port])
	try {
		const load = startLoad(proxy.port, [], 2)
		await load.more({ reads: 20, orders: 0 })
		const { reads, errors } = await load.stop()
		if (errors.size > 0) throw new Error(JSON.stringify([...errors]))
		return `acepta su configuración y sirve ${reads} visitas con TLS, sin errores`
	} finally {
		await proxy.stop()
	}
}

const trials: Readonly<Record<string, (postgres: PostgresServer) => Promise<string>>> = {
	async image(postgres) {
		const { config, folder, close } = await buildImage()
		return await withSettings(postgres, (settings) => tryImage(config, folder, settings)).finally(close)
	},
	caddy: (postgres) => withShop(postgres, tryCaddy),
	nginx: (postgres) => withShop(postgres, tryNginx),
	systemd: (postgres) => withSettings(postgres, tryUnit),
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const asked = process.argv.slice(2)
const postgres = await startPostgres()
try {
	for (const [name, attempt] of Object.entries(trials)) {
		if (asked.length > 0 && !asked.includes(name)) continue
		const begin = performance.now()
		const seconds = () => `(${Math.round((performance.now() - begin) / 1000)} s)`
		try {
			if (process.getuid?.() !== 0 || process.platform !== 'linux') throw new CannotTry('hay que ser root en Linux')
			say(`✓ ${name}: ${await attempt(postgres)} ${seconds()}`)
		} catch (error) {
			const why = error instanceof Error ? error.message : String(error)
			if (!(error instanceof CannotTry)) process.exitCode = 1
			say(`${error instanceof CannotTry ? '– sin probar' : '✗'} ${name}: ${why} ${seconds()}`)
		}
	}
} finally {
	await postgres.stop()
}
process.exit()
