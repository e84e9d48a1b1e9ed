import type { BoletaModel, BoletaMoment } from '#modules/orders/boleta-terms.ts'
import type { Estado } from '#modules/orders/estado.ts'
import type { EstadoDocumento, TipoDocumento, TipoVenta } from '#modules/tax-documents/tax-document.ts'

/** The inputs for an order's documented amount, in CLP. Model and moment are those at its placement. */
export interface Sale {
	readonly modelo: BoletaModel
	readonly momento: BoletaMoment
	/** Its document names the buyer: it is a factura, or a boleta above 135 UF. */
	readonly nombra_comprador: boolean
	readonly estado: Estado
	readonly total: number
	/** The gateway payment that pays the order; null without one. Other payments never count. */
	readonly pagado: number | null
	/** The payment without a gateway, by `paidByHand`. */
	readonly pagado_a_mano: number
	/** The refunded part of the payment that pays the order. */
	readonly devuelto: number
}

/** The states of a made sale, by the moment of its document. */
const soldIn: Readonly<Record<BoletaMoment, readonly Estado[]>> = {
	pago: ['pagada', 'completado'],
	entrega: ['completado'],
}

/** Whether the gateway's receipt is the boleta. It names no buyer, so it never replaces a document that does. */
const isReceiptEnough = ({
	modelo,
	pagado,
	nombra_comprador,
}: Pick<Sale, 'modelo' | 'pagado' | 'nombra_comprador'>): boolean =>
	modelo === 'no_emito' && pagado !== null && !nombra_comprador

/** The CLP of an order's document; 0: none, or none any more. */
export function amountToDocument(sale: Sale): number {
	if (!soldIn[sale.momento].includes(sale.estado)) return 0
	if (isReceiptEnough(sale)) return 0
	// Staff may have lowered the total and refunded the difference: both are the same money.
	const remaining = Math.max(sale.total, sale.pagado ?? sale.pagado_a_mano) - sale.devuelto
	return Math.max(0, Math.min(sale.total, remaining))
}

/** A stored document of an order. `secuencia` counts its sales' documents; a 61 has that of the annulled one. */
export interface WrittenDocument {
	readonly tipo: TipoDocumento
	readonly secuencia: number
	readonly estado: EstadoDocumento
	readonly monto: number
}

export type PlannedDocument = Pick<WrittenDocument, 'tipo' | 'secuencia' | 'monto'>

/**
 * The documents to insert so that an order's documents state `wanted` CLP. An amount cannot be changed: a document with
 * another one is annulled whole by a 61, and a new one made. A rejected one is replaced only `again`, at staff's
 * request.
 */
export function planDocuments(
	wanted: number,
	written: readonly WrittenDocument[],
	tipo: TipoVenta = 39,
	again = false,
): PlannedDocument[] {
	const sales = written.filter((document) => document.tipo !== 61)
	const last = sales.reduce<WrittenDocument | undefined>(
		(newest, one) => (newest === undefined || one.secuencia > newest.secuencia ? one : newest),
		undefined,
	)
	const next = { tipo, secuencia: (last?.secuencia ?? 0) + 1, monto: wanted }
	const following = wanted > 0 ? [next] : []
	if (!last) return following
	const isAnnulled = written.some((document) => document.tipo === 61 && document.secuencia === last.secuencia)
	if (isAnnulled) return following
	if (last.estado === 'rechazada') return again ? following : []
	if (last.monto === wanted) return []
	return [{ tipo: 61, secuencia: last.secuencia, monto: last.monto }, ...following]
}

/** The range of the retry delay, so that a document is retried within two minutes. */
const retrySeconds = { from: 60, to: 100 } as const

/** The claim of a sender; afterwards another process may send it again, with the same key. */
const claimSeconds = 100

/** Seconds until a document without a final state is polled again. */
const statusSeconds = 60

/** The provider's lifetime of a key, a little shorter here, as clocks differ. */
const keyMinutes = 24 * 60 - 10

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)

/** The time of the next retry; `random` is between 0 and 1, `atLeast` the provider's seconds. */
export function retryAt(now: Date, random: number, atLeast = 0): Date {
	return after(now, Math.max(atLeast, retrySeconds.from + random * (retrySeconds.to - retrySeconds.from)))
}

export const heldUntil = (now: Date): Date => after(now, claimSeconds)

export const nextStatusAt = (now: Date): Date => after(now, statusSeconds)

/** Whether a result has been unknown for so long that only a person can determine it. */
export const isUnknownForGood = (since: Date, now: Date): boolean =>
	now.getTime() - since.getTime() >= keyMinutes * 60_000
