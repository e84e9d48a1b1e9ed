import type { Estado } from '#domain/orders/estado.ts'
import type {
	BoletaModel,
	BoletaMoment,
	EstadoDocumento,
	TipoDocumento,
	TipoVenta,
} from '#domain/tax-documents/tax-document.ts'

/** What decides how much of an order needs a document, in pesos. Model and moment are those that the order was placed under. */
export interface Sale {
	readonly modelo: BoletaModel
	readonly momento: BoletaMoment
	/** Its document names who buys: it is a factura, or a boleta above 135 UF. */
	readonly nombra_comprador: boolean
	readonly estado: Estado
	readonly total: number
	/** What a gateway's payment brought; null where none pays the order. A payment that does not pay it never counts. */
	readonly pagado: number | null
	/** What it brought where no gateway's payment pays it, as `paidByHand` says. */
	readonly pagado_a_mano: number
	/** What went back to the customer of the money that pays the order. */
	readonly devuelto: number
}

/** The states in which a sale is made, by when it gets its document. */
const soldIn: Readonly<Record<BoletaMoment, readonly Estado[]>> = {
	pago: ['pagada', 'completado'],
	entrega: ['completado'],
}

/** Whether the gateway's receipt is the boleta. It names nobody: where a document has to, the receipt never stands for it. */
const isReceiptEnough = ({
	modelo,
	pagado,
	nombra_comprador,
}: Pick<Sale, 'modelo' | 'pagado' | 'nombra_comprador'>): boolean =>
	modelo === 'no_emito' && pagado !== null && !nombra_comprador

/** The pesos that an order's document has to say; 0: it has none, or none any more. */
export function amountToDocument(sale: Sale): number {
	if (!soldIn[sale.momento].includes(sale.estado)) return 0
	if (isReceiptEnough(sale)) return 0
	// Staff may have lowered the total and given the difference back: that is one and the same money.
	const remaining = Math.max(sale.total, sale.pagado ?? sale.pagado_a_mano) - sale.devuelto
	return Math.max(0, Math.min(sale.total, remaining))
}

/** A document of an order that is written down. `secuencia` counts its sales' documents; a 61 has that of the one it annuls. */
export interface WrittenDocument {
	readonly tipo: TipoDocumento
	readonly secuencia: number
	readonly estado: EstadoDocumento
	readonly monto: number
}

export type PlannedDocument = Pick<WrittenDocument, 'tipo' | 'secuencia' | 'monto'>

/**
 * The documents to write so that an order's documents say `wanted` pesos. A boleta's amount cannot be changed: what says
 * something else is annulled whole by a 61, and a new one made. A rejected one is replaced only `again`, when staff ask.
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
