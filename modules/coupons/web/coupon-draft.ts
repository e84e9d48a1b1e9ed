import type { Values, Wrong } from '#core/web/forms/checked.ts'
import { normalizeCoupon } from '#modules/checkout/totals.ts'
import { couponProblem } from '#modules/coupons/coupons.ts'
import type { CreateCouponRequest } from '#modules/coupons/shapes/coupons.ts'

/** A whole number as Chileans write it, `5.000` or `$5000`; not a number where it is none. */
function wholeIn(text: string): number {
	const bare = text.trim().replace(/^\$\s*|\s*%$/g, '')
	return /^\d{1,3}(\.\d{3})+$|^\d{1,9}$/.test(bare) ? Number(bare.replaceAll('.', '')) : Number.NaN
}

const optional = (text = '') => (text.trim() === '' ? null : wholeIn(text))

/** The coupon that is typed, or why there is none. */
export function readCoupon(typed: Values): CreateCouponRequest | Wrong {
	const coupon = {
		codigo: normalizeCoupon(typed.codigo ?? ''),
		tipo: typed.tipo === 'porcentaje' ? 'porcentaje' : 'monto',
		valor: wholeIn(typed.valor ?? ''),
		minimo: optional(typed.minimo) ?? 0,
		desde: typed.desde || null,
		hasta: typed.hasta || null,
		usos: optional(typed.usos),
		usos_cliente: optional(typed.usos_cliente),
		solo_primera: typed.solo_primera !== undefined,
	} as const
	const problem = couponProblem(coupon)
	return problem === undefined ? coupon : { wrong: { [problem.campo]: problem.texto } }
}
