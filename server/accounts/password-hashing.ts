import { hash, verify } from '@node-rs/argon2'
import { normalizePassword } from '#domain/accounts/password-rules.ts'
import { createTurns } from '#server/http/turns.ts'

/** argon2id as OWASP's password storage guide asks: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes run on threads that files and names need too, so two at a time; beyond the queue a call is told to come back. */
const inTurn = createTurns({ atOnce: 2, maxWaiting: 256 })

/** Hashes a password for keeping. Ends the request with `servicio_ocupado` when too many hashes wait already. */
export function hashPassword(password: string): Promise<string> {
	return inTurn(() => hash(normalizePassword(password), cost))
}

/** Compared with when there is no account or no password, so that the answer takes the same time. */
let nobodysHash: Promise<string> | undefined

/** Makes the first answer about an unknown account as quick as the later ones; called before the server listens. */
export async function warmPasswordHashing(): Promise<void> {
	nobodysHash ??= hashPassword(crypto.randomUUID())
	await nobodysHash
}

/** Tells whether `password` is the one behind `stored`. It takes as long when `stored` is null, and is then never true. */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
	await warmPasswordHashing()
	const compared = stored ?? (await nobodysHash) ?? ''
	const matches = await inTurn(() => verify(compared, normalizePassword(password)))
	return matches && stored !== null
}
