import { hash, verify } from '@node-rs/argon2'
import { fail } from '#contract/failure.ts'
import { normalizePassword } from '#domain/accounts/password-rules.ts'
import { createConcurrencyLimit } from '#server/http/concurrency-limit.ts'

/** argon2id as OWASP's password storage guide asks: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Whose password it is: of somebody the shop knows already (a session, a mailed link, a known device), or of anybody. */
export interface Asker {
	readonly isKnown: boolean
}
const anybody: Asker = { isKnown: false }

const retrySeconds = 2

/**
 * Hashes share their threads with files and names: two at a time, 0.1 s each. Few wait; known browsers go first, in own
 * places.
 */
const withLimit = createConcurrencyLimit({
	atOnce: 2,
	maxWaiting: 32,
	maxFirst: 64,
	refusal: () => fail('demasiadas_solicitudes', { extra: { retry_after: retrySeconds } }),
})

/** Hashes a password for keeping. Ends the request with `demasiadas_solicitudes` when too many hashes wait already. */
export function hashPassword(password: string, client = anybody): Promise<string> {
	return withLimit(() => hash(normalizePassword(password), cost), { isFirst: client.isKnown })
}

/** Compared with when there is no account or no password, so that the answer takes the same time. */
let nobodysHash: Promise<string> | undefined

/** Makes the first answer about an unknown account as quick as the later ones; called before the server listens. */
export async function warmPasswordHashing(): Promise<void> {
	nobodysHash ??= hashPassword(crypto.randomUUID())
	await nobodysHash
}

/**
 * Whether `password` is the one behind `stored`; as slow, and false, for null. Throws `demasiadas_solicitudes` when too many
 * wait.
 */
export async function isPassword(stored: string | null, password: string, client = anybody): Promise<boolean> {
	await warmPasswordHashing()
	const compared = stored ?? (await nobodysHash) ?? ''
	const matches = await withLimit(() => verify(compared, normalizePassword(password)), { isFirst: client.isKnown })
	return matches && stored !== null
}
