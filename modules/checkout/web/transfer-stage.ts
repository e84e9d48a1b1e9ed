import type { Estado } from '#modules/orders/estado.ts'
/** Stage of a transfer, which selects the page's texts and parts. */
export type TransferStage = 'abierta' | 'vencida' | 'en_revision' | 'pagada' | 'cancelada'

const stages: Readonly<Record<Estado, TransferStage>> = {
	pendiente: 'abierta',
	fallida: 'vencida',
	en_revision: 'en_revision',
	pagada: 'pagada',
	completado: 'pagada',
	cancelado: 'cancelada',
}

/** Returns the stage for the order's state; before it is known, for its initial time limit. */
export function transferStage(estado: Estado | undefined, wasExpired: boolean): TransferStage {
	if (estado === undefined) return wasExpired ? 'vencida' : 'abierta'
	return stages[estado]
}
