import { dayIn } from '#domain/calendar-days.ts'

/** How often the discount code may be used, and until when. */
export interface CouponLimits {
	/** Null: no limit. */
	readonly cupon_usos: number | null
	readonly cupon_usos_cliente: number | null
	/** Its last day, `YYYY-MM-DD`; null: it does not end. */
	readonly cupon_hasta: string | null
}

/** Orders that use the code and have not failed: all of them, and those of one customer. */
export interface CouponUses {
	readonly all: number
	readonly own: number
}

/** Whether the code's last day is over: it holds until the end of that day in Santiago. */
export function isCouponOver({ cupon_hasta }: CouponLimits, now: Date): boolean {
	return cupon_hasta !== null && dayIn(now) > cupon_hasta
}

/** Whether one more order may use the code. */
export function mayUseCoupon(limits: CouponLimits, uses: CouponUses, now: Date): boolean {
	const hasLeft = (most: number | null, used: number) => most === null || used < most
	return (
		!isCouponOver(limits, now) && hasLeft(limits.cupon_usos, uses.all) && hasLeft(limits.cupon_usos_cliente, uses.own)
	)
}

/** Whether uses have to be counted at all. */
export const hasCouponLimit = ({ cupon_usos, cupon_usos_cliente }: CouponLimits) =>
	cupon_usos !== null || cupon_usos_cliente !== null
