import type { FailureCode } from '#contract/failure.ts'
import type { SecurityEvent } from '#domain/security/security-events.ts'

/** Something that happened and matters to security. */
export interface SecurityRecord {
	readonly tipo: SecurityEvent
	/** Whose account it is about: its id, or the e-mail that was typed (kept only as the account that it belongs to). */
	readonly usuario_id?: number | undefined
	readonly email?: string | undefined
	readonly por_id?: number | undefined
	/** The visitor's address; only its network's pseudonym is kept. */
	readonly ip?: string | undefined
	readonly codigo?: FailureCode | undefined
	/** Text of the shop's own code, never what somebody typed. */
	readonly detalle?: string | undefined
}
