import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { addressOf } from '#core/contract/endpoint.ts'
import { refuse } from '#core/contract/failure.ts'
import type { Database, Queryable } from '#core/server/db/database.ts'
import type { Files } from '#core/server/files/files.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import type { Signer } from '#core/server/platform/secrets.ts'
import { showProof } from '#modules/orders/endpoints.ts'
import { comprobantes } from '#modules/orders/payment-tables.ts'
import { ordenes } from '#modules/orders/tables.ts'

/** A link that a mail of the order carries, and one that staff send by another way, such as WhatsApp. */
const linkPurposes = { mailed: 'seguimiento', sent: 'enlace_de_pago' } as const
const linkDays = 365

/** Returns the path of an order's page with a signed token, which opens it without a login for a year. */
export function orderPath(
	deps: { readonly signer: Signer; readonly clock: Clock },
	orderId: string,
	way: keyof typeof linkPurposes,
): string {
	const expires = new Date(deps.clock.now().getTime() + linkDays * 86_400_000)
	return `/orden/${deps.signer.sign(linkPurposes[way], orderId, expires)}`
}

/**
 * Returns the order of a link's token, and whether the link was mailed: who opens such a one reads the order's mailbox.
 * Undefined when it is altered, of another kind, or expired.
 */
export function readOrderLink(
	deps: { readonly signer: Signer; readonly clock: Clock },
	token: string,
): { readonly orden_id: string; readonly isMailed: boolean } | undefined {
	for (const purpose of Object.values(linkPurposes)) {
		const orden_id = deps.signer.verify(purpose, token, deps.clock.now())
		if (typeof orden_id === 'string') return { orden_id, isMailed: purpose === linkPurposes.mailed }
	}
	return undefined
}

const proofPurpose = 'comprobante'
const linkMinutes = 60

/** The order in which an order's proofs are listed and numbered. */
const oldestFirst = [asc(comprobantes.created_at), asc(comprobantes.id)]

export interface ProofLinkDeps {
	readonly signer: Signer
	readonly clock: Clock
}

/** Returns a bearer link to a proof, valid for one hour; staff and its customer get it with the order. */
export function proofLink(deps: ProofLinkDeps, proofId: string): string {
	const expires = new Date(deps.clock.now().getTime() + linkMinutes * 60_000)
	return addressOf(showProof, { params: { token: deps.signer.sign(proofPurpose, proofId, expires) } })
}

/** The proofs of an order, in parallel lists: file names, links, times of upload, and whether each was rejected. */
interface LinkedProofs {
	readonly comprobantes: string[]
	/** Empty for a picture that was deleted. */
	readonly comprobantes_descarga: string[]
	readonly receivedAt: readonly Date[]
	readonly comprobantes_rechazados: boolean[]
}

/** Reads the proofs of orders, oldest first, in one query, grouped by order. */
export async function readProofLinks(deps: ProofLinkDeps, db: Queryable, orderIds: readonly string[]) {
	const { id, orden_id, created_at, rechazado_at, borrado_at } = comprobantes
	const rows = await db
		.select({ id, orden_id, created_at, rechazado_at, borrado_at })
		.from(comprobantes)
		.where(inArray(orden_id, [...orderIds]))
		.orderBy(...oldestFirst)
	const byOrder = Map.groupBy(rows, (row) => row.orden_id)
	return ({ id: orderId, nro_orden }: { id: string; nro_orden: number }): LinkedProofs => {
		const proofs = byOrder.get(orderId) ?? []
		return {
			comprobantes: proofs.map((_, at) => proofFileName(nro_orden, at)),
			comprobantes_descarga: proofs.map((proof) => (proof.borrado_at === null ? proofLink(deps, proof.id) : '')),
			receivedAt: proofs.map((proof) => proof.created_at),
			comprobantes_rechazados: proofs.map((proof) => proof.rechazado_at !== null),
		}
	}
}

/**
 * Reads the proof of a link, with the name of its download, which has the order's number. Refuses with `enlace_vencido`
 * when the link is altered or expired, and with `no_encontrado` when the proof is deleted.
 */
export async function readProof(deps: ProofLinkDeps & { db: Database; files: Files }, token: string) {
	const id = deps.signer.verify(proofPurpose, token, deps.clock.now())
	if (typeof id !== 'string') refuse('enlace_vencido')
	const [row] = await deps.db
		.select({ archivo: comprobantes.archivo, orden_id: comprobantes.orden_id, nro_orden: ordenes.nro_orden })
		.from(comprobantes)
		.innerJoin(ordenes, eq(ordenes.id, comprobantes.orden_id))
		.where(and(eq(comprobantes.id, id), isNull(comprobantes.borrado_at)))
	const file = row && (await deps.files.open(row.archivo))
	if (!file) refuse('no_encontrado')
	const all = await deps.db
		.select({ id: comprobantes.id })
		.from(comprobantes)
		.where(eq(comprobantes.orden_id, row.orden_id))
		.orderBy(...oldestFirst)
	const place = all.findIndex((proof) => proof.id === id)
	return { id, file, fileName: proofFileName(row.nro_orden, place) }
}

/** The file name of a proof, with its order's number; `place` counts the order's proofs from 0, oldest first. */
function proofFileName(orderNumber: number, place: number): string {
	return `orden-${orderNumber}-comprobante-${place + 1}.webp`
}
