import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Secrets that a demonstration makes up for itself, so that nobody has to configure anything to try the shop. */
export interface DemoSecrets {
	readonly secretKey: string
	readonly mercadopagoToken: string
	readonly mercadopagoWebhookSecret: string
	readonly flowApiKey: string
	readonly flowSecretKey: string
	readonly webpayApiKey: string
	readonly instagramToken: string
}

/** Reads the demonstration's secrets, making them at the first start; sessions so survive a restart. */
export function readDemoSecrets(dataDir: string): DemoSecrets {
	const path = join(dataDir, 'secretos-demo.json')
	if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8')) as DemoSecrets
	const random = () => randomBytes(24).toString('hex')
	const secrets: DemoSecrets = {
		secretKey: random(),
		mercadopagoToken: `TEST-${random()}`,
		mercadopagoWebhookSecret: random(),
		flowApiKey: random(),
		flowSecretKey: random(),
		webpayApiKey: random(),
		instagramToken: random(),
	}
	mkdirSync(dataDir, { recursive: true })
	writeFileSync(path, JSON.stringify(secrets, null, '\t'), { mode: 0o600 })
	return secrets
}
