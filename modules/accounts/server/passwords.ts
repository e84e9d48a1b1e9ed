import { hash, verify } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fail } from '#core/contract/failure.ts'
import { brokenPasswordRule, normalizePassword } from '#core/rules/password-rules.ts'
import { createConcurrencyLimit, type QueueOptions } from '#core/server/http/concurrency-limit.ts'
import { networkOf } from '#core/server/http/network-of.ts'
import { reachOf } from '#core/server/platform/network-reach.ts'
import { isGuessablePassword, type PasswordOwner } from '#modules/accounts/guessable-password.ts'

/** argon2id with the parameters of OWASP's password storage guide: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

const retrySeconds = 2
const maxWaiting = 32
/** Neither one account nor one network can fill the queue, with a right password or a wrong one. */
const maxWaitingOfAccount = 2
const maxWaitingOfNetwork = 8

/** Hashes share libuv's threads with files and DNS: two run at a time, 0.1 s each. */
const withLimit = createConcurrencyLimit({
	atOnce: 2,
	maxWaiting,
	refusal: () => fail('demasiadas_solicitudes', { extra: { retry_after: retrySeconds } }),
})

/** The share of a request in the hashing queue. `account` is the e-mail in the request. */
export function hashingFor({ ip }: FastifyRequest, { raw }: FastifyReply, account: string): QueueOptions {
	const left = new AbortController()
	if (raw.destroyed) left.abort()
	raw.once('close', () => left.abort())
	const ofAccount = { key: `cuenta:${account.trim().toLowerCase()}`, maxWaiting: maxWaitingOfAccount }
	const ofNetwork = { key: `red:${networkOf(ip)}`, maxWaiting: maxWaitingOfNetwork }
	// Behind a proxy that the shop does not know, all visitors share the loopback address.
	return { signal: left.signal, shares: reachOf(ip) === 'machine' ? [ofAccount] : [ofAccount, ofNetwork] }
}

/** Hashes a password for storage. Throws `demasiadas_solicitudes` when the queue is full. */
export function hashPassword(password: string, queue?: QueueOptions): Promise<string> {
	return withLimit(() => hash(normalizePassword(password), cost), queue)
}

/** The hash compared when there is no account or no password, so that the answer takes the same time. */
let dummyHash: Promise<string> | undefined

/**
 * Computes the dummy hash before the server listens, so that the first answer about an unknown account is not slower.
 */
export async function warmPasswordHashing(): Promise<void> {
	dummyHash ??= hashPassword(crypto.randomUUID())
	await dummyHash
}

/**
 * Whether `password` matches `stored`; equally slow, and false, for null. Throws `demasiadas_solicitudes` when the
 * queue is full.
 */
export async function isPassword(stored: string | null, password: string, queue?: QueueOptions): Promise<boolean> {
	await warmPasswordHashing()
	const compared = stored ?? (await dummyHash) ?? ''
	const matches = await withLimit(() => verify(compared, normalizePassword(password)), queue)
	return matches && stored !== null
}

let commonPasswords: ReadonlySet<string> | undefined

/**
 * The rule that a new password of `owner` breaks. The 49,000 most leaked passwords are too long a list for the browser.
 */
export function brokenNewPasswordRule(
	password: string,
	owner: PasswordOwner,
): 'clave_corta' | 'clave_larga' | 'clave_comun' | undefined {
	commonPasswords ??= new Set(dictionary['passwords-common'].map(String))
	const broken = brokenPasswordRule(password)
	return broken ?? (isGuessablePassword(password, owner, commonPasswords) ? 'clave_comun' : undefined)
}
