import { createHash } from 'node:crypto'
import { exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import type { Table } from '../journal.ts'

/** A stored key pair: the private JWK, whose public part is published. */
export interface KeyRecord {
	readonly kid: string
	readonly jwk: JWK
	readonly retired: boolean
}

export type SigningKey = Awaited<ReturnType<typeof importJWK>>

export interface Keys {
	/** Signs with the newest published key. */
	current(): Promise<{ kid: string; key: SigningKey; publicJwk: JWK }>
	/** Signs with an unpublished key. */
	foreign(): Promise<SigningKey>
	/** Answer of `/oauth2/v3/certs`. */
	published(): { keys: JWK[] }
	/** Adds the new signing key. `forget` unpublishes the older ones. */
	rotate(dropsOlder: boolean): Promise<void>
}

const publicPart = ({ kty, n, e, kid, alg, use }: JWK): JWK => ({ kty, n, e, kid, alg, use }) as JWK

async function makeKey(): Promise<KeyRecord> {
	const { privateKey } = await generateKeyPair('RS256', { extractable: true })
	const jwk = await exportJWK(privateKey)
	const kid = createHash('sha256').update(`${jwk.n}`).digest('hex').slice(0, 40)
	return { kid, jwk: { ...jwk, kid, alg: 'RS256', use: 'sig' }, retired: false }
}

/** The provider's keys, stored across restarts so tokens and cached keys remain valid. */
export function openKeys(table: Table<KeyRecord>): Keys {
	const living = () => table.values().filter((record) => !record.retired)
	let making: Promise<void> | undefined

	async function rotate(dropsOlder: boolean): Promise<void> {
		const older = living()
		const made = await makeKey()
		if (dropsOlder) for (const record of older) table.put(record.kid, { ...record, retired: true })
		table.put(made.kid, made)
	}

	return {
		rotate,
		async current() {
			if (living().length === 0) {
				making ??= rotate(false)
				await making
			}
			const newest = living().at(-1)
			if (!newest) throw new Error('no signing key')
			return { kid: newest.kid, key: await importJWK(newest.jwk, 'RS256'), publicJwk: publicPart(newest.jwk) }
		},
		foreign: async () => await importJWK((await makeKey()).jwk, 'RS256'),
		published: () => ({ keys: living().map((record) => publicPart(record.jwk)) }),
	}
}
