import { randomUUID } from 'node:crypto'
import { type Inbox, startInbox } from '@premium-shaker/simulators/correo'
import type { PostgresServer } from '#tests/failures/postgres-server.ts'
import { newDataDir, staff } from '#tests/failures/shop-process.ts'
import { freePort } from '#tests/free-port.ts'

/** The settings of a production shop on a database of `postgres` and its own mail server. */
export async function productionSettings(
	postgres: PostgresServer,
): Promise<{ variables: Record<string, string>; inbox: Inbox }> {
	const inbox = await startInbox({ dataDir: newDataDir() })
	const variables = {
		...staff,
		SHOP_MODE: 'production',
		PORT: String(await freePort()),
		HOST: '127.0.0.1',
		PUBLIC_URL: 'https://premiumshaker.cl',
		DATA_DIR: newDataDir(),
		DATABASE_URL: await postgres.createDatabase(`produccion_${randomUUID().slice(0, 8)}`),
		SECRET_KEY: `${randomUUID()}${randomUUID()}`,
		TRUSTED_PROXIES: '127.0.0.1',
		SMTP_URL: inbox.smtpUrl,
		MAIL_FROM: 'Premium Shaker <hola@premiumshaker.cl>',
		SELLER_NAME: 'Premium Shaker SpA',
		SELLER_RUT: '76.192.083-9',
		SELLER_ADDRESS: 'Santiago',
		SELLER_EMAIL: 'hola@premiumshaker.cl',
		SELLER_PHONE: '+56 9 8765 4321',
		BANK_HOLDER: 'Premium Shaker SpA',
		BANK_RUT: '76.192.083-9',
		BANK_NAME: 'Banco de Chile',
		BANK_ACCOUNT_TYPE: 'Cuenta corriente',
		BANK_ACCOUNT_NUMBER: '00123456789',
		BANK_EMAIL: 'pagos@premiumshaker.cl',
		PICKUP_STATION: 'Metro Baquedano',
		SHOP_LAT: '-33.43722',
		SHOP_LON: '-70.63341',
	}
	return { variables, inbox }
}
