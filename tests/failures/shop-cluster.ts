import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { simulators } from '@premium-shaker/simulators'
import { type Inbox, startInbox } from '@premium-shaker/simulators/correo'
import Fastify from 'fastify'
import { readDemoSecrets, simulatorCredentials } from '#core/server/environment/demo.ts'
import { createFolderFiles, type Files } from '#core/server/files/files.ts'
import { readEnvironment } from '#modules/lists/environment.ts'
import { moduleSimulators } from '#modules/lists/server.ts'
import { newDataDir, type ShopProcess, startShop } from '#tests/failures/shop-process.ts'
import { freePort } from '#tests/free-port.ts'
import { copyTemplateTo } from '#tests/template-path.ts'

/** Several shop processes on one database, with shared providers and mail server. */
export interface ShopCluster {
	readonly shops: readonly ShopProcess[]
	readonly inbox: Inbox
	/** URL of the simulators, which outlive every shop process. */
	readonly simulatorsUrl: string
	/** Stored files of process `place`. */
	files(place: number): Files
	/** Starts a process to replace an ended one, with `more` in its environment. */
	again(place: number, more?: Readonly<Record<string, string>>): Promise<ShopProcess>
	stop(): Promise<void>
}

/** Starts the providers and `size` processes in parallel; without `databaseUrl` one process with its embedded database. */
export async function startCluster(
	size: number,
	databaseUrl: string | undefined,
	variables: Record<string, string> = {},
): Promise<ShopCluster> {
	const home = newDataDir()
	const inbox = await startInbox({ dataDir: home })
	const providers = Fastify({
		routerOptions: { ignoreTrailingSlash: true },
		forceCloseConnections: true,
		pluginTimeout: 0,
	})
	const secrets = readDemoSecrets(home)
	let address = ''
	await providers.register(
		simulators({
			dataDir: join(home, 'simuladores'),
			baseUrl: () => address,
			...simulatorCredentials(secrets),
			...moduleSimulators(secrets, readEnvironment({})),
			inbox: inbox.plugin,
		}),
		{ prefix: '/simuladores' },
	)
	await providers.listen({ host: '127.0.0.1', port: 0 })
	address = `http://127.0.0.1:${(providers.server.address() as AddressInfo).port}`
	const simulatorsUrl = `${address}/simuladores`

	async function settingsOf(place: number): Promise<Record<string, string>> {
		const dataDir = join(home, `tienda-${place}`)
		mkdirSync(dataDir)
		if (databaseUrl === undefined) copyTemplateTo(dataDir)
		copyFileSync(join(home, 'secretos-demo.json'), join(dataDir, 'secretos-demo.json'))
		const port = String(await freePort())
		return {
			HOST: '127.0.0.1',
			PORT: port,
			PUBLIC_URL: `http://127.0.0.1:${port}`,
			DATA_DIR: dataDir,
			SMTP_URL: inbox.smtpUrl,
			MERCADOPAGO_API_URL: `${simulatorsUrl}/mercadopago`,
			FLOW_API_URL: `${simulatorsUrl}/flow/api`,
			WEBPAY_API_URL: `${simulatorsUrl}/webpay`,
			OPENFACTURA_API_URL: `${simulatorsUrl}/openfactura/v2/dte`,
			...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
			...variables,
		}
	}

	const settings: Record<string, string>[] = []
	for (let place = 0; place < size; place += 1) settings.push(await settingsOf(place))
	const shops = await Promise.all(settings.map((one) => startShop(one, 120)))
	return {
		shops,
		inbox,
		simulatorsUrl,
		files: (place) => createFolderFiles(join(home, `tienda-${place}`, 'archivos')),
		async again(place, more = {}) {
			const shop = await startShop({ ...settings[place], ...more }, 120)
			shops[place] = shop
			return shop
		},
		async stop() {
			await Promise.all(shops.map((shop) => shop.end('SIGTERM')))
			await providers.close()
			await inbox.close()
			rmSync(home, { recursive: true, force: true })
		},
	}
}
