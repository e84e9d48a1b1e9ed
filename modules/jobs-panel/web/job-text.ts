import type { StaffJob } from '#modules/jobs-panel/shapes.ts'

const queues: Readonly<Record<StaffJob['cola'], string>> = {
	enviar_correo: 'Enviar correo',
	liquidar_pago: 'Consultar un pago',
	devolver_pago: 'Devolver dinero',
	seguir_disputa: 'Seguir una disputa',
	emitir_documento: 'Emitir boleta o factura',
	avisar_entrega: 'Avisar de una entrega',
	avisar_equipo: 'Avisar al equipo',
	enviar_aviso: 'Enviar aviso a un dispositivo',
	seguir_documentos: 'Seguir documentos tributarios',
	conciliar_pagos: 'Conciliar pagos',
	vencer_ordenes: 'Vencer órdenes',
	vigilar_atrasos: 'Vigilar atrasos',
	resumir_pedidos: 'Resumen de pedidos',
	renovar_feed: 'Renovar el feed social',
	limpiar: 'Limpieza',
}

export const queueText = (cola: StaffJob['cola']) => queues[cola]

/** Label and badge tone of each job state. */
export const jobStateBadges: Readonly<
	Record<StaffJob['estado'], { readonly label: string; readonly tone: 'info' | 'warn' | 'danger' }>
> = {
	fallido: { label: 'Falló', tone: 'danger' },
	reintento: { label: 'Se reintentará', tone: 'warn' },
	en_curso: { label: 'En curso', tone: 'info' },
	espera: { label: 'En espera', tone: 'info' },
}

/** Sums the numbers of jobs by state over all queues. */
export function countStates(
	queues: readonly Readonly<Record<StaffJob['estado'], number>>[],
): Record<StaffJob['estado'], number> {
	const sums = { espera: 0, reintento: 0, en_curso: 0, fallido: 0 }
	for (const queue of queues) {
		sums.espera += queue.espera
		sums.reintento += queue.reintento
		sums.en_curso += queue.en_curso
		sums.fallido += queue.fallido
	}
	return sums
}
