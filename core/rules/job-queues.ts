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
	'seguir_documentos',
	'resumir_pedidos',
	'renovar_feed',
	'limpiar',
	'respaldar',
	'anotar_borrados',
] as const
export type JobQueue = (typeof jobQueues)[number]
