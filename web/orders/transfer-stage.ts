import type { Estado } from '#domain/orders/estado.ts'
/** How far a transfer is: which of the page's words and parts are right. */
export type TransferStage = 'abierta' | 'vencida' | 'en_revision' | 'pagada' | 'cancelada'

const stages: Readonly<Record<Estado, TransferStage>> = {
	pendiente: 'abierta',
	fallida: 'vencida',
	en_revision: 'en_revision',
	pagada: 'pagada',
	completado: 'pagada',
	cancelado: 'cancelada',
}

/** The stage that follows from the order's state; while nobody has told it, from whether its time was over at first. */
export function transferStage(estado: Estado | undefined, wasExpired: boolean): TransferStage {
	if (estado === undefined) return wasExpired ? 'vencida' : 'abierta'
	return stages[estado]
}
