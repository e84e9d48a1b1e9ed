import type { CreateCouponRequest } from '#contract/staff/coupons.ts'
import { type CouponKind, type CouponProblem, couponProblem } from '#domain/orders/coupons.ts'
import { normalizeCoupon } from '#domain/orders/totals.ts'

/** A discount code as it is typed. */
export interface CouponDraft {
	readonly codigo: string
	readonly tipo: CouponKind
	readonly valor: string
	readonly minimo: string
	readonly desde: string
	readonly hasta: string
	readonly usos: string
	readonly usos_cliente: string
	readonly solo_primera: boolean
}

export const emptyCoupon: CouponDraft = {
	codigo: '',
	tipo: 'monto',
	valor: '',
	minimo: '',
	desde: '',
	hasta: '',
	usos: '',
	usos_cliente: '',
	solo_primera: false,
}

/** A whole number as Chileans write it, `5.000` or `$5000`; not a number where it is none. */
function wholeIn(text: string): number {
	const bare = text.trim().replace(/^\$\s*|\s*%$/g, '')
	return /^\d{1,3}(\.\d{3})+$|^\d{1,9}$/.test(bare) ? Number(bare.replaceAll('.', '')) : Number.NaN
}

const optional = (text: string) => (text.trim() === '' ? null : wholeIn(text))
const dayIn = (text: string) => (text === '' ? null : text)

/** The code that a draft stands for, or why it stands for none. */
export function readCoupon(draft: CouponDraft): { coupon: CreateCouponRequest } | { problem: CouponProblem } {
	const coupon = {
		codigo: normalizeCoupon(draft.codigo),
		tipo: draft.tipo,
		valor: wholeIn(draft.valor),
		minimo: optional(draft.minimo) ?? 0,
		desde: dayIn(draft.desde),
		hasta: dayIn(draft.hasta),
		usos: optional(draft.usos),
		usos_cliente: optional(draft.usos_cliente),
		solo_primera: draft.solo_primera,
	}
	const problem = couponProblem(coupon)
	return problem === undefined ? { coupon } : { problem }
}
