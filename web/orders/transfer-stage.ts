/** How far a transfer is: which of the page's words and parts are right. */
export type TransferStage = 'abierta' | 'vencida' | 'en_revision' | 'pagada' | 'cancelada'

const stages: Readonly<Record<string, TransferStage>> = {
	pendiente: 'abierta',
	fallida: 'vencida',
	en_revision: 'en_revision',
	pagada: 'pagada',
	completado: 'pagada',
	cancelado: 'cancelada',
}

/** The stage that follows from the order's state; while nobody has told it, from whether its time was over at first. */
export function transferStage(estado: string | undefined, wasExpired: boolean): TransferStage {
	return stages[estado ?? ''] ?? (wasExpired ? 'vencida' : 'abierta')
}
