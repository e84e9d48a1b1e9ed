import { isMember } from '#domain/is-member.ts'

/** How the delivery of an order stands, beside the order's own `estado`. */
export const estadosEntrega = ['por_preparar', 'en_ruta', 'entregada', 'no_entregada'] as const
export type EstadoEntrega = (typeof estadosEntrega)[number]

/** The states of a stop that is still to be visited: an order has at most one such stop. */
export const openEstados = ['por_preparar', 'en_ruta'] as const satisfies readonly EstadoEntrega[]
export const isOpenStop = (estado: EstadoEntrega): boolean => isMember(openEstados, estado)

export const estadoEntregaText: Readonly<Record<EstadoEntrega, string>> = {
	por_preparar: 'Preparando',
	en_ruta: 'En camino',
	entregada: 'Entregado',
	no_entregada: 'No entregado',
}

/** Why a courier came back with an order. `sin_visitar`: the round ended before its stop; `cancelada`: the order was cancelled before it. */
export const motivosNoEntrega = [
	'nadie_en_casa',
	'direccion_equivocada',
	'no_contesta',
	'rechazado',
	'otro',
	'sin_visitar',
	'cancelada',
] as const
export type MotivoNoEntrega = (typeof motivosNoEntrega)[number]

export const motivoNoEntregaText: Readonly<Record<MotivoNoEntrega, string>> = {
	nadie_en_casa: 'No había nadie',
	direccion_equivocada: 'La dirección no corresponde',
	no_contesta: 'No contesta',
	rechazado: 'No lo quiso recibir',
	otro: 'Otro motivo',
	sin_visitar: 'La ronda terminó antes',
	cancelada: 'Cancelada',
}

/** What a courier can press; the round's own end is none of it. */
export const pressableMotivos = [
	'nadie_en_casa',
	'direccion_equivocada',
	'no_contesta',
	'rechazado',
	'otro',
] as const satisfies readonly MotivoNoEntrega[]

/** What becomes of an order that nobody took: another round carries it, or it is called off and what was paid goes back. */
export const pasosSiguientes = ['otra_ronda', 'anular'] as const
export type PasoSiguiente = (typeof pasosSiguientes)[number]

/** What a courier presses at a door, as it is kept. */
export const tiposPulsacion = ['entregada', 'no_entregada', 'deshecha'] as const
export type TipoPulsacion = (typeof tiposPulsacion)[number]

/** A round is planned (`borrador`), driven (`en_curso`), and over (`cerrada`). */
export const estadosRonda = ['borrador', 'en_curso', 'cerrada'] as const
export type EstadoRonda = (typeof estadosRonda)[number]

/** For how long what was pressed at a door can be taken back, in seconds. */
export const undoSeconds = 60
/** What a slow signal may add to it. */
export const undoGraceSeconds = 30
/** After so long it is for good, also by a clock that runs a little behind: customers are told, documents are made. */
export const settledSeconds = undoSeconds + undoGraceSeconds + 5
