import { createHmac } from 'node:crypto'
import { deriveKey, type SecretKeys } from '#core/server/platform/secret-keys.ts'

/** Links of password recovery. Tokens are derived, not stored: mails and the database contain only the id. */
export interface ResetLinks {
	/** The token of a recovery: a keyed digest of its random id. */
	tokenOf(resetId: string): string
	/** The page of the link. The mail's template calls this with `datos.recuperacion_id`. */
	linkOf(resetId: string): string
}

/** Creates the links of the shop at `publicUrl`, with a key derived from its first secret. */
export function createResetLinks(keys: SecretKeys, publicUrl: string): ResetLinks {
	const key = deriveKey(keys[0], 'password-reset')
	const tokenOf = (id: string) => createHmac('sha256', key).update(id).digest('base64url')
	return {
		tokenOf,
		linkOf: (id) => new URL(`/reset-password/${id}/${tokenOf(id)}`, publicUrl).href,
	}
}
