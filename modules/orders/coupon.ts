import { type Clp, clp } from '#core/rules/money.ts'
import { dayIn } from '#core/rules/times.ts'

export const couponKinds = ['monto', 'porcentaje'] as const
type CouponKind = (typeof couponKinds)[number]

/** The discount of a code: CLP of the sum with delivery, or percent of the products. */
export interface CouponValue {
	readonly tipo: CouponKind
	readonly valor: number
	/** Minimum of products in CLP; 0: none. */
	readonly minimo: number
}

/** A discount code: discount, customers, redemptions and validity. */
export interface Coupon extends CouponValue {
	readonly codigo: string
	/** Its first and its last day in Santiago, `YYYY-MM-DD`; null: unbounded. */
	readonly desde: string | null
	readonly hasta: string | null
	/** Maximum of redemptions, in all and by one customer; null: unlimited. */
	readonly usos: number | null
	readonly usos_cliente: number | null
	/** Only for a customer's first order. */
	readonly solo_primera: boolean
	readonly activo: boolean
}

/** The current redemptions of a code. Failed and cancelled orders do not count. */
export interface CouponUses {
	/** Orders with the code: all of them, and those of one customer. */
	readonly all: number
	readonly own: number
	/** Orders of the customer, with the code or without. */
	readonly ownOrders: number
}

/** The discount of the environment's code. */
export const shopCouponValue: CouponValue = { tipo: 'monto', valor: 5_000, minimo: 0 }

/** The environment's code, with the limits of the settings. */
export const shopCoupon = (
	codigo: string,
	limits: {
		readonly cupon_usos: number | null
		readonly cupon_usos_cliente: number | null
		cupon_hasta: string | null
	},
): Coupon => ({
	...shopCouponValue,
	codigo,
	desde: null,
	hasta: limits.cupon_hasta,
	usos: limits.cupon_usos,
	usos_cliente: limits.cupon_usos_cliente,
	solo_primera: false,
	activo: true,
})

/** The discount of a code, in whole CLP and never above the total; 0 below its minimum. */
export function discountOf(
	{ tipo, valor, minimo }: CouponValue,
	{ subtotal, despacho }: { readonly subtotal: number; readonly despacho: number },
): Clp {
	if (subtotal < minimo) return clp(0)
	return tipo === 'monto' ? clp(Math.min(valor, subtotal + despacho)) : clp(Math.floor((subtotal * valor) / 100))
}

export const couponStates = ['vigente', 'por_empezar', 'vencido', 'agotado', 'terminado'] as const
export type CouponState = (typeof couponStates)[number]

/**
 * The state of a code today, in Santiago: valid from its first day through its last, while redemptions are left, unless
 * staff ended it.
 */
export function couponStateOf(
	{ desde, hasta, usos, activo }: Pick<Coupon, 'desde' | 'hasta' | 'usos' | 'activo'>,
	used: number,
	now: Date,
): CouponState {
	const today = dayIn(now)
	if (!activo) return 'terminado'
	if (desde !== null && today < desde) return 'por_empezar'
	if (hasta !== null && today > hasta) return 'vencido'
	return usos !== null && used >= usos ? 'agotado' : 'vigente'
}

export function mayUseCoupon(coupon: Coupon, uses: CouponUses, now: Date): boolean {
	const { usos_cliente, solo_primera } = coupon
	if (couponStateOf(coupon, uses.all, now) !== 'vigente') return false
	if (solo_primera && uses.ownOrders > 0) return false
	return usos_cliente === null || uses.own < usos_cliente
}

export const hasCouponLimit = ({ usos, usos_cliente, solo_primera }: Coupon): boolean =>
	usos !== null || usos_cliente !== null || solo_primera
