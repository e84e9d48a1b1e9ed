import { undoGraceSeconds, undoSeconds } from '#core/rules/times.ts'
import { isMember } from '#core/rules/values.ts'

/** The delivery state of an order, beside its `estado`. */
export const estadosEntrega = ['por_preparar', 'en_ruta', 'entregada', 'no_entregada'] as const
export type EstadoEntrega = (typeof estadosEntrega)[number]

/** What is to be brought: today (on a round that leaves today, promised for today, or late), or on another day. */
export const diasEntrega = ['hoy', 'otro_dia'] as const
export type DiaEntrega = (typeof diasEntrega)[number]

/** The states of a stop still to be visited: an order has at most one such stop. */
export const openEstados = ['por_preparar', 'en_ruta'] as const satisfies readonly EstadoEntrega[]
export const isOpenStop = (estado: EstadoEntrega): boolean => isMember(openEstados, estado)

export const estadoEntregaText: Readonly<Record<EstadoEntrega, string>> = {
	por_preparar: 'Preparando',
	en_ruta: 'En camino',
	entregada: 'Entregado',
	no_entregada: 'No entregado',
}

/** Why a delivery failed, as a courier says. */
export const pressableMotivos = ['nadie_en_casa', 'direccion_equivocada', 'no_contesta', 'rechazado', 'otro'] as const

/** `sin_visitar`: the round ended before its stop; `cancelada`: the order was cancelled before it. */
export const motivosNoEntrega = [...pressableMotivos, 'sin_visitar', 'cancelada'] as const
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

/** The next step after a failed attempt: another round, or a cancellation with a refund. */
export const pasosSiguientes = ['otra_ronda', 'anular'] as const
export type PasoSiguiente = (typeof pasosSiguientes)[number]

export const tiposPulsacion = ['entregada', 'no_entregada', 'deshecha'] as const
export type TipoPulsacion = (typeof tiposPulsacion)[number]

/** A round is planned (`borrador`), driven (`en_curso`), and over (`cerrada`). */
export const estadosRonda = ['borrador', 'en_curso', 'cerrada'] as const
export type EstadoRonda = (typeof estadosRonda)[number]

/** Whether a press at a stop can still be undone; `registrada_at`: when the server received it. */
export function canUndo(
	{ estado, registrada_at }: { readonly estado: EstadoEntrega; readonly registrada_at: Date | null },
	now: Date,
): boolean {
	if (isOpenStop(estado) || !registrada_at) return false
	return now.getTime() - registrada_at.getTime() <= (undoSeconds + undoGraceSeconds) * 1_000
}

/** Whether a courier takes a photo of the delivery, or of the door after a failed attempt. */
export const photoModes = { nunca: 'Nunca', opcional: 'Opcional', pedida: 'Se pide' } as const
export type PhotoMode = keyof typeof photoModes

/** The longest side of an uploaded photo, in pixels, and its quality: enough to recognise a parcel and a door. */
export const photoSide = 1600
export const photoBytes = 400_000
/** The largest accepted photo, for phones that shrink worse. */
export const maxDeliveryPhotoBytes = 2_000_000
export const photosPerStop = 3

/** The size of a photo scaled down to fit. */
export function fittedSize(width: number, height: number): { width: number; height: number } {
	const scale = Math.min(1, photoSide / Math.max(width, height))
	return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}
