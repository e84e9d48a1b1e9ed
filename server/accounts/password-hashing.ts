import { hash, verify } from '@node-rs/argon2'
import { refuse } from '#contract/failure.ts'
import { normalizePassword } from '#domain/accounts/password-rules.ts'
import { FailureAnswer } from '#server/http/answer.ts'

/** argon2id as OWASP's password storage guide asks: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashes run on threads that files and names need too, so two at a time; beyond the queue a call is told to come back. */
const concurrentHashes = 2
const maxWaiting = 256

let running = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
	if (running < concurrentHashes) running += 1
	else {
		if (waiting.length >= maxWaiting) throw new FailureAnswer(refuse('servicio_ocupado'))
		await new Promise<void>((resolve) => waiting.push(resolve))
	}
	try {
		return await work()
	} finally {
		// The next one takes over this turn, so `running` stays as it is.
		const next = waiting.shift()
		if (next) next()
		else running -= 1
	}
}

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
