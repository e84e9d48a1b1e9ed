import type { CaseReason } from '#core/rules/audit-actions.ts'
import type { MetodoPago } from '#core/rules/payment-methods.ts'
import type { Estado } from '#modules/orders/estado.ts'
import { awaitsHandover, canBeHandedOver } from '#modules/orders/handover.ts'

/** The actions of staff on an order besides editing its fields. */
export const orderActions = [
	'confirmar_transferencia',
	'rechazar_comprobante',
	'entregar',
	'entregar_igual',
	'cancelar',
	'devolver',
	'devolver_a_mano',
	'resolver_caso',
] as const
export type OrderAction = (typeof orderActions)[number]

interface OrderFacts {
	readonly estado: Estado
	readonly metodo_pago: MetodoPago
	readonly atencion: CaseReason | null
	/** When its payment was confirmed; null: unpaid. */
	readonly pagada_at: Date | null
	/** Its money stops the delivery until staff decide. */
	readonly entrega_detenida: boolean
	/** CLP captured by gateways for the order that can still be refunded. */
	readonly devolvible: number
	/** CLP paid without a gateway that staff can still refund. */
	readonly devolvible_a_mano: number
}

/** When each action applies. */
const rules: Readonly<Record<OrderAction, (order: OrderFacts) => boolean>> = {
	confirmar_transferencia: ({ estado, metodo_pago, pagada_at }) =>
		metodo_pago === 'transferencia' &&
		(['pendiente', 'en_revision', 'fallida'].includes(estado) || (estado === 'completado' && pagada_at === null)),
	rechazar_comprobante: ({ estado, metodo_pago }) => metodo_pago === 'transferencia' && estado === 'en_revision',
	entregar: canBeHandedOver,
	entregar_igual: (order) => order.entrega_detenida && awaitsHandover(order),
	cancelar: ({ estado }) => estado !== 'cancelado',
	devolver: ({ devolvible }) => devolvible > 0,
	devolver_a_mano: ({ devolvible_a_mano }) => devolvible_a_mano > 0,
	resolver_caso: ({ atencion }) => atencion !== null,
}

export function actionsFor(order: OrderFacts): OrderAction[] {
	return orderActions.filter((action) => rules[action](order))
}

/** Whether one action applies to an order in its current state. */
export function canDo(action: OrderAction, order: OrderFacts): boolean {
	return rules[action](order)
}
