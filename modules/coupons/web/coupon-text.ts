import { formatClp } from '#core/rules/money.ts'
import { formatDay } from '#core/web/ui/format-date.ts'
import type { StaffCoupon } from '#modules/coupons/shapes/coupons.ts'
import type { CouponState } from '#modules/orders/coupon.ts'

/** How a code stands, as its badge says it. */
export const couponStateText: Readonly<Record<CouponState, string>> = {
	vigente: 'Vigente',
	por_empezar: 'Por empezar',
	vencido: 'Vencido',
	agotado: 'Agotado',
	terminado: 'Terminado',
}

const number = new Intl.NumberFormat('es-CL')

/** What a code takes off, e.g. `10 % de los productos`. */
export const valueText = ({ tipo, valor }: Pick<StaffCoupon, 'tipo' | 'valor'>): string =>
	tipo === 'monto' ? `${formatClp(valor)} menos` : `${valor} % menos en los productos`

/** For whom, how often and until when a code holds; empty where it has no bounds. */
export function boundsText(coupon: StaffCoupon): string {
	const { minimo, desde, hasta, usos, usos_cliente, solo_primera } = coupon
	const bounds = [
		minimo > 0 && `desde ${formatClp(minimo)}`,
		desde !== null && `a partir del ${formatDay(desde)}`,
		hasta !== null && `hasta el ${formatDay(hasta)}`,
		usos !== null && `${number.format(usos)} ${usos === 1 ? 'uso' : 'usos'} en total`,
		usos_cliente !== null && `${number.format(usos_cliente)} por cliente`,
		solo_primera && 'solo primera compra',
	]
	return bounds.filter((bound) => bound !== false).join(' · ')
}
