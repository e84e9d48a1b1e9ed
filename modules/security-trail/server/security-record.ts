import type { SecurityEvent } from '#core/rules/security-events.ts'
import type { SecurityDetails } from '#core/server/http/security-recorder.ts'

/** A security-relevant event. Of a typed e-mail, only the id of its account is stored. */
export interface SecurityRecord extends SecurityDetails {
	readonly tipo: SecurityEvent
	readonly por_id?: number | undefined
	/** The visitor's address; only its network's pseudonym is stored. */
	readonly ip?: string | undefined
}
