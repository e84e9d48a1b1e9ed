import type { FailureCode } from '#core/contract/failure.ts'
import type { SecurityEvent } from '#modules/security-trail/security-events.ts'

/** A security-relevant event. */
export interface SecurityRecord {
	readonly tipo: SecurityEvent
	/** The account of the event: its id, or the typed e-mail (stored only as the id of its account). */
	readonly usuario_id?: number | undefined
	readonly email?: string | undefined
	readonly por_id?: number | undefined
	/** The visitor's address; only its network's pseudonym is stored. */
	readonly ip?: string | undefined
	readonly codigo?: FailureCode | undefined
	/** Text of the shop's own code, never typed text. */
	readonly detalle?: string | undefined
}
