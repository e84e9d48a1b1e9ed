import { randomBytes } from 'node:crypto'
import type { Deliveries, Delivery } from '../deliveries.ts'
import type { FaultSwitch } from '../faults.ts'
import type { FlowOrder, FlowRecords, FlowRefund } from './records.ts'
import type { NoticeKind, Settings } from './settings.ts'

export interface FlowParts {
	readonly records: FlowRecords
	readonly deliveries: Deliveries
	readonly faults: FaultSwitch<Settings>
}

/** The provider's notification is a form with a token only. */
function message(url: string, token: string, persistent = true): Delivery {
	const headers = { 'content-type': 'application/x-www-form-urlencoded' }
	return { url, headers, body: new URLSearchParams({ token }).toString(), persistent }
}

/** Confirms an order to the shop in the chosen way; awaited only when the confirmation precedes the return. */
export async function confirmOrder(order: FlowOrder, kind: NoticeKind, delaySeconds: number, deliveries: Deliveries) {
	const genuine = () => message(order.urlConfirmation, order.token)
	const madeUp = () => message(order.urlConfirmation, randomBytes(20).toString('hex').toUpperCase(), false)
	switch (kind) {
		case 'nunca':
			return
		case 'antes':
			await deliveries.send(genuine())
			return
		case 'tarde':
			return deliveries.later(delaySeconds, genuine)
		case 'forjada':
			return deliveries.later(0, madeUp)
		case 'dos-veces':
			deliveries.later(0, genuine)
			deliveries.later(0, genuine)
			return deliveries.later(delaySeconds, genuine)
		case 'normal':
			return deliveries.later(0, genuine)
	}
}

export function confirmRefund(refund: FlowRefund, deliveries: Deliveries): void {
	deliveries.later(0, () => message(refund.urlCallBack, refund.token))
}

export interface PayChoice {
	readonly accion: 'aprobar' | 'pendiente' | 'rechazar' | 'abandonar'
	readonly aviso: NoticeKind
	readonly demora_segundos: number
	readonly alterado: boolean
	readonly luego: 'nada' | 'aprobar' | 'cancelar'
}

/** Applies the payer's choice. A coupon is confirmed only when paid, so the return is first. */
export async function payOrder(order: FlowOrder, choice: PayChoice, { records, deliveries, faults }: FlowParts) {
	const notice = choice.aviso === 'normal' ? faults.settings().avisos : choice.aviso
	const paidAmount = order.amount - (choice.alterado ? 1_000 : 0)
	const notify = (moved: FlowOrder) => confirmOrder(moved, notice, choice.demora_segundos, deliveries)
	switch (choice.accion) {
		case 'aprobar':
			return notify(records.setStatus(order, { status: 2, paidAmount }))
		case 'rechazar':
			return notify(records.setStatus(order, { status: 3 }))
		case 'abandonar':
			return notify(records.setStatus(order, { status: 4 }))
		case 'pendiente': {
			records.setStatus(order, { status: 1, hasCoupon: true })
			const { luego } = choice
			if (luego === 'nada') return
			return deliveries.after(choice.demora_segundos, () => {
				const current = records.order(order.token)
				if (current?.status !== 1) return
				void notify(records.setStatus(current, luego === 'aprobar' ? { status: 2, paidAmount } : { status: 4 }))
			})
		}
	}
}
