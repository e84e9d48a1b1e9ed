import { createECDH } from 'node:crypto'
import { z } from 'zod'
import type { Database } from '#core/server/db/database.ts'
import type { Log } from '#core/server/platform/log.ts'
import { createSecretVault, type SecretKeys } from '#core/server/platform/secrets.ts'
import { variableGroup } from '#core/server/platform/variables.ts'
import { llavesPush, suscripcionesPush } from '#modules/push/tables.ts'

/** The shop's key pair for Web Push (RFC 8292), both in base64url: 65 bytes and 32. */
export interface VapidKeys {
	readonly publicKey: string
	readonly privateKey: string
}

interface OpenKeysDeps {
	readonly db: Database
	readonly secrets: SecretKeys
	readonly log: Pick<Log, 'warn'>
	/** The private key of the environment. */
	readonly given: string | undefined
}

/** The pair of a private key. Throws for an invalid key of P-256. */
export function vapidPairOf(privateKey: string): VapidKeys {
	const curve = createECDH('prime256v1')
	curve.setPrivateKey(Buffer.from(privateKey, 'base64url'))
	return { publicKey: curve.getPublicKey('base64url'), privateKey }
}

/** A new pair. Node omits leading zeros, which the protocol requires. */
function makePair(): VapidKeys {
	const curve = createECDH('prime256v1')
	curve.generateKeys()
	const bytes = Buffer.from(curve.getPrivateKey('hex').padStart(64, '0'), 'hex')
	return vapidPairOf(bytes.toString('base64url'))
}

/**
 * Returns the pair of every process: the environment's, or the database's, which the first start generates. A pair that
 * no secret decrypts is replaced, which deletes every subscription bound to it.
 */
export async function openVapidKeys({ db, secrets, log, given }: OpenKeysDeps): Promise<VapidKeys> {
	if (given !== undefined) return vapidPairOf(given)
	const vault = createSecretVault(secrets, 'vapid')
	return await db.transaction(async (tx) => {
		// The first of several starting processes generates the pair, the others wait for its row.
		await tx.insert(llavesPush).values({ publica: '', privada: '' }).onConflictDoNothing()
		const [kept] = await tx.select().from(llavesPush).for('update')
		const privateKey = kept?.privada ? vault.decrypt(kept.privada) : undefined
		const pair = privateKey === undefined ? makePair() : vapidPairOf(privateKey)
		if (kept?.privada && privateKey === undefined) {
			log.warn(
				{},
				'this SECRET_KEY does not open the keys of Web Push: there are new ones, every device has to ask again',
			)
			await tx.delete(suscripcionesPush)
		}
		// Encrypted again with the newest secret, so that it survives the removal of the old one.
		const isNewest = kept?.privada
			? createSecretVault([secrets[0]], 'vapid').decrypt(kept.privada) !== undefined
			: false
		if (!isNewest) await tx.update(llavesPush).set({ publica: pair.publicKey, privada: vault.encrypt(pair.privateKey) })
		return pair
	})
}

function isVapidKey(text: string): boolean {
	try {
		return /^[\w-]{43}$/.test(text) && vapidPairOf(text).publicKey !== ''
	} catch {
		// The key has to be below the order of the curve.
		return false
	}
}

export const pushVariables = variableGroup({
	variables: {
		VAPID_PRIVATE_KEY: z
			.string()
			.refine(isVapidKey, 'debe ser una llave privada VAPID: 43 caracteres en base64url')
			.optional(),
	},
})
