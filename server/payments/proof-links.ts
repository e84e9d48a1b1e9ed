import { eq } from 'drizzle-orm'
import { type Failure, refuse } from '#contract/failure.ts'
import type { Clock } from '#server/clock.ts'
import type { Database } from '#server/db/database.ts'
import { comprobantes } from '#server/db/tables/payments.ts'
import type { Files, StoredFile } from '#server/files/files.ts'
import type { Signer } from '#server/signing.ts'

const purpose = 'comprobante'
const linkMinutes = 60

/** A link to a proof that anybody who holds it can open for one hour; staff get it with the order. */
export function proofLink(deps: { signer: Signer; clock: Clock }, comprobante_id: string): string {
	const expires = new Date(deps.clock.now().getTime() + linkMinutes * 60_000)
	return `/api/comprobantes/${deps.signer.sign(purpose, comprobante_id, expires)}`
}

interface StoredProof {
	readonly id: string
	readonly file: StoredFile
}

/** The proof that a link leads to. Refuses with `enlace_vencido` when the link is altered or old. */
export async function readProof(
	deps: { db: Database; files: Files; signer: Signer; clock: Clock },
	token: string,
): Promise<StoredProof | Failure> {
	const id = deps.signer.verify(purpose, token, deps.clock.now())
	if (typeof id !== 'string') return refuse('enlace_vencido')
	const [row] = await deps.db.select().from(comprobantes).where(eq(comprobantes.id, id))
	const file = row && (await deps.files.open(row.archivo))
	return file ? { id, file } : refuse('no_encontrado')
}
