import type { CheckoutOptions } from '#contract/orders/checkout-options.ts'
import { validateCoupon } from '#contract/orders/endpoints.ts'
import { shopCouponValue } from '#domain/orders/coupons.ts'
import { normalizeCoupon } from '#domain/orders/totals.ts'
import type { CheckoutForm } from '#web/orders/checkout-form.ts'
import { call } from '#web/session/api.ts'

/** The SHA-256 of a text, in hexadecimal. */
async function sha256(text: string): Promise<string> {
	const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
	return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Compares a code with the digest of the right one, trimmed and without case. The code itself is never in the page; the server
 * checks it again.
 */
export async function isCoupon(code: string, cupon_sha256: string | null): Promise<boolean> {
	const normal = normalizeCoupon(code)
	return normal !== '' && cupon_sha256 !== null && (await sha256(normal)) === cupon_sha256.toLowerCase()
}

/** What validating a code does to the form; `problem`: it could not be asked, and the form stays as it is. */
type CouponVerdict = Pick<CheckoutForm, 'cupon_estado' | 'cupon_valor'> | { readonly problem: string }

const invalid = { cupon_estado: 'invalido', cupon_valor: null } as const

/** Whether a code holds for a cart of `subtotal` pesos, and what it takes off: the page knows one code, the shop the others. */
export async function judgeCoupon(
	{ cupon }: Pick<CheckoutForm, 'cupon'>,
	options: Pick<CheckoutOptions, 'cupon_sha256' | 'hay_cupones'>,
	subtotal: number,
): Promise<CouponVerdict> {
	if (normalizeCoupon(cupon) === '') return invalid
	// Browsers give no digests on plain http: there the shop is asked about every code.
	const canCompare = globalThis.crypto?.subtle !== undefined
	if (canCompare && (await isCoupon(cupon, options.cupon_sha256)))
		return { cupon_estado: 'valido', cupon_valor: shopCouponValue }
	if (canCompare && !options.hay_cupones) return invalid
	const answer = await call(validateCoupon, { body: { codigo: cupon.trim(), subtotal } })
	if (answer.ok) return { cupon_estado: 'valido', cupon_valor: answer.data }
	if (answer.code === 'cupon_invalido') return invalid
	console.error('a discount code could not be checked', answer.status, answer.code)
	return { problem: answer.text || 'No pudimos revisar el código. Intenta nuevamente.' }
}

/** A form whose code holds for a cart of `subtotal` pesos: one that fell below a code's minimum has no valid code any more. */
export function withCouponFor(form: CheckoutForm, subtotal: number): CheckoutForm {
	const isBelow = form.cupon_estado === 'valido' && subtotal < (form.cupon_valor?.minimo ?? 0)
	return isBelow ? { ...form, cupon_estado: 'invalido' } : form
}
