import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { Files } from '#core/server/files/files.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Log } from '#core/server/platform/log.ts'
import { callInstagram, SocialUnavailable } from './call-instagram.ts'

const renewedSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })
const stateSchema = z.object({ token: z.string(), expires_at: z.number().optional(), tried_at: z.number() })
type TokenState = z.output<typeof stateSchema>

const tokenKey = 'social/token.json'
const dayMs = 86_400_000
const renewBeforeDays = 30
const alarmBeforeDays = 10

/** Encrypts text with a key derived from the environment's token, so that the store alone reveals nothing. */
function lockWith(secret: string) {
	const key = new Uint8Array(hkdfSync('sha256', secret, '', 'instagram token', 32))
	return {
		close(text: string): Uint8Array {
			const nonce = randomBytes(12)
			const cipher = createCipheriv('aes-256-gcm', key, nonce)
			const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
			return Buffer.concat([nonce, cipher.getAuthTag(), closed])
		},
		/** Undefined for text of another key: the environment has a new token since. */
		open(bytes: Uint8Array): string | undefined {
			try {
				const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
				decipher.setAuthTag(bytes.subarray(12, 28))
				return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
			} catch {
				return undefined
			}
		},
	}
}

/**
 * The account's token (60 days), renewed when a day old or more, and stored encrypted. A new one in the environment
 * replaces it.
 */
export function createInstagramToken(options: {
	apiUrl: string
	token: string
	files: Files
	clock: Clock
	log: Pick<Log, 'info' | 'warn'>
}): { current(): Promise<string> } {
	const { apiUrl, files, clock, log } = options
	const lock = lockWith(options.token)

	async function load(): Promise<TokenState> {
		const bytes = await files.get(tokenKey)
		const text = bytes && lock.open(bytes)
		return text ? stateSchema.parse(JSON.parse(text)) : { token: options.token, tried_at: 0 }
	}

	async function renewed(state: TokenState, now: number): Promise<TokenState> {
		try {
			const query = { grant_type: 'ig_refresh_token', access_token: state.token }
			const fresh = await callInstagram(apiUrl, '/refresh_access_token', query, renewedSchema)
			return { token: fresh.access_token, expires_at: now + fresh.expires_in * 1_000, tried_at: now }
		} catch (error) {
			if (!(error instanceof SocialUnavailable)) throw error
			// Common on the first day; afterwards it is retried daily for a month before it expires.
			log.info({ reason: error.message }, 'social: the token could not be renewed today')
			return { ...state, tried_at: now }
		}
	}

	return {
		async current() {
			const now = clock.now().getTime()
			let state = await load()
			const isDue = state.expires_at === undefined || state.expires_at - now < renewBeforeDays * dayMs
			if (isDue && now - state.tried_at >= dayMs) {
				state = await renewed(state, now)
				await files.put(tokenKey, lock.close(JSON.stringify(state)), 'application/octet-stream')
			}
			const daysLeft = state.expires_at === undefined ? undefined : Math.floor((state.expires_at - now) / dayMs)
			if (daysLeft !== undefined && daysLeft < alarmBeforeDays)
				log.warn({ daysLeft }, 'social: the token ends soon and could not be renewed')
			return state.token
		},
	}
}
