import { isGatewayMethod } from '#domain/orders/metodo-pago.ts'

/** How long an unpaid order keeps its bottles, by the way it is paid, and when a transfer without a proof is reminded of. */
export const gatewayHoldMinutes = 30
export const transferHoldHours = 48
export const transferReminderHours = 24

const minutesAfter = (from: Date, minutes: number) => new Date(from.getTime() + minutes * 60_000)

/** Until when an unpaid order keeps its bottles; null when it waits for staff (cash). */
export function holdUntil(metodo_pago: string, from: Date): Date | null {
	if (isGatewayMethod(metodo_pago)) return minutesAfter(from, gatewayHoldMinutes)
	return metodo_pago === 'transferencia' ? minutesAfter(from, transferHoldHours * 60) : null
}
