import { type Failure, fail } from '#core/contract/failure.ts'
import { dayIn, daysLater } from '#core/rules/times.ts'
import { refundUntil, rightsOf } from '#modules/orders/consumer-rights.ts'

/** Why units come back: the two rights of Ley 19.496, a mistake of the shop, or its courtesy. */
export const returnKinds = ['retracto', 'garantia', 'error_tienda', 'cortesia'] as const
export type ReturnKind = (typeof returnKinds)[number]

/** The kinds that customers may ask for by themselves. */
export const askedKinds = ['retracto', 'garantia'] as const satisfies readonly ReturnKind[]

/** What the customer gets for them: money, another unit, or the same one repaired. */
export const remedies = ['devolucion', 'cambio', 'reparacion'] as const
export type Remedy = (typeof remedies)[number]

export const returnStates = ['pedido', 'recibido', 'cerrado', 'anulado'] as const
export type ReturnState = (typeof returnStates)[number]

/** How the units come back to the shop. */
export const handBackWays = ['retiro', 'ronda', 'courier'] as const
export type HandBackWay = (typeof handBackWays)[number]

/** How a unit arrived. Only a `vendible` one goes to the shelf unless staff say otherwise: an opened one is not new. */
export const unitConditions = ['vendible', 'abierto', 'falla', 'danado'] as const
export type UnitCondition = (typeof unitConditions)[number]

export const maxReturnText = 500

/** Ley 19.496, article 12 A: the days of withdrawal where the shop sent no written confirmation. */
const unconfirmedDays = 90
/** From this many days before on, a return is urgent for staff. */
export const returnNearDays = 10

const dayMs = 86_400_000
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / dayMs

export interface Delivered {
	readonly handedOver: Date
	/** A written confirmation of the order was mailed. */
	readonly wasConfirmed: boolean
	/** The times that units were at the shop for repair. */
	readonly repairs: readonly { readonly from: Date; readonly to: Date }[]
}

/** The last days, `YYYY-MM-DD` of Santiago, on which a delivered order's customer may ask for each right. */
export function lastDays({ handedOver, wasConfirmed, repairs }: Delivered): { retracto: string; garantia: string } {
	const { retracto, garantia } = rightsOf(handedOver)
	// A repair suspends the warranty (SERNAC on article 21).
	const inRepair = repairs.reduce((sum, { from, to }) => sum + daysBetween(dayIn(from), dayIn(to)), 0)
	return {
		retracto: wasConfirmed ? retracto : daysLater(dayIn(handedOver), unconfirmedDays),
		garantia: daysLater(garantia, inRepair),
	}
}

/** The last day for the money of a return, `YYYY-MM-DD` of Santiago, also of a warranty claim, whose term the law leaves open; null where none is owed. */
export const moneyUntil = (tipo: ReturnKind, opcion: Remedy, asked: Date): string | null =>
	opcion === 'devolucion' && tipo !== 'cortesia' ? refundUntil(asked) : null

/** The days of Santiago that are left until `day`; negative: it has passed. */
export const daysLeft = (day: string, now: Date): number => daysBetween(dayIn(now), day)

/** Why a customer cannot ask for this now: `retracto_vencido`, `garantia_vencida`, or `valor_invalido`. */
export function askProblem(
	{ tipo, opcion }: { readonly tipo: (typeof askedKinds)[number]; readonly opcion: Remedy },
	days: ReturnType<typeof lastDays>,
	now: Date,
): Failure | undefined {
	if (daysLeft(days[tipo], now) < 0) return fail(tipo === 'retracto' ? 'retracto_vencido' : 'garantia_vencida')
	if (tipo === 'retracto' && opcion !== 'devolucion') {
		return fail('valor_invalido', { text: 'Si te arrepientes, te devolvemos el dinero.', extra: { campo: 'opcion' } })
	}
	return undefined
}

interface ReturnedUnits {
	readonly estado: ReturnState
	readonly opcion: Remedy
	readonly lineas: readonly { readonly posicion: number; readonly cantidad: number; readonly recibida: number | null }[]
}

/** The units of a line that left the customer, or are about to, by these returns. A repaired unit is back with its customer. */
export function returnedUnits(returns: readonly ReturnedUnits[], posicion: number): number {
	return returns
		.filter(({ estado, opcion }) => estado !== 'anulado' && !(estado === 'cerrado' && opcion === 'reparacion'))
		.flatMap(({ lineas }) => lineas.filter((line) => line.posicion === posicion))
		.reduce((sum, { cantidad, recibida }) => sum + (recibida ?? cantidad), 0)
}
