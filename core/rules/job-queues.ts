import { isMember } from '#core/rules/values.ts'

/** The queues of the shop's jobs; what each does is in `core/server/jobs/queues.ts`. */
export const jobQueues = [
	'enviar_correo',
	'liquidar_pago',
	'devolver_pago',
	'seguir_disputa',
	'emitir_documento',
	'avisar_entrega',
	'avisar_equipo',
	'enviar_aviso',
	'conciliar_pagos',
	'vencer_ordenes',
	'vigilar_atrasos',
	'vigilar_alarmas',
	'seguir_documentos',
	'resumir_pedidos',
	'renovar_feed',
	'limpiar',
	'respaldar',
	'anotar_borrados',
] as const
export type JobQueue = (typeof jobQueues)[number]

const names: Readonly<Record<JobQueue, string>> = {
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
	vigilar_alarmas: 'Vigilar la tienda',
	resumir_pedidos: 'Resumen de pedidos',
	renovar_feed: 'Renovar el feed social',
	limpiar: 'Limpieza',
	respaldar: 'Respaldar fuera de este equipo',
	anotar_borrados: 'Anotar cuentas borradas',
}

/** Whether a name is a queue of this version. */
export const isJobQueue = (name: string): name is JobQueue => isMember(jobQueues, name)

/** The name of a queue for staff. */
export const queueText = (cola: JobQueue) => names[cola]
