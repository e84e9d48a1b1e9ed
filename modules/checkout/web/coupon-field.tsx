import { call } from '#core/web/session/api.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { NoticePlace } from '#core/web/ui/notices.tsx'
import { validateCoupon } from '#modules/checkout/endpoints.ts'
import type { CheckoutOptions } from '#modules/checkout/shapes.ts'
import { normalizeCoupon } from '#modules/checkout/totals.ts'
import { type CheckoutForm, noticeAt } from '#modules/checkout/web/checkout-form.ts'
import { shopCouponValue } from '#modules/orders/coupon.ts'

interface CouponFieldProps {
	readonly code: string
	readonly estado: CheckoutForm['cupon_estado']
	readonly change: (values: Partial<CheckoutForm>) => void
	readonly validate: () => void
}

const couponText = { none: '', valido: '🎉 Cupón agregado', invalido: '❌ Cupón no es válido' } as const

/** Discount code: its result is shown after validation and cleared by an edit. */
export function CouponField({ code, estado, change, validate }: CouponFieldProps) {
	return (
		<div className="coupon">
			<label htmlFor="cupon">Código de descuento</label>
			<div className="coupon-row">
				<input
					id="cupon"
					name="cupon"
					className="input"
					value={code}
					maxLength={60}
					autoComplete="off"
					autoCapitalize="characters"
					spellCheck={false}
					aria-describedby="cupon-estado"
					aria-invalid={estado === 'invalido' ? true : undefined}
					onChange={(event) => change({ cupon: event.target.value, cupon_estado: 'none' })}
					onKeyDown={(event) => {
						if (event.key !== 'Enter') return
						event.preventDefault()
						validate()
					}}
				/>
				<Button look="outline" onClick={validate}>
					Validar
				</Button>
			</div>
			<div className="coupon-result">
				<p id="cupon-estado" role="status" className={estado === 'invalido' ? 'coupon-bad' : ''}>
					{couponText[estado]}
				</p>
				<NoticePlace at={noticeAt.coupon} />
			</div>
		</div>
	)
}

/** Returns the SHA-256 of a text in hexadecimal. */
async function sha256(text: string): Promise<string> {
	const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
	return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/**
 * Compares a trimmed code, case-insensitively, with the digest of the valid one. The page contains no code; the server
 * validates again.
 */
export async function isCoupon(code: string, cupon_sha256: string | null): Promise<boolean> {
	const normal = normalizeCoupon(code)
	return normal !== '' && cupon_sha256 !== null && (await sha256(normal)) === cupon_sha256.toLowerCase()
}

/** Form change after a validation; `problem`: the validation failed, and the form is unchanged. */
type CouponVerdict = Pick<CheckoutForm, 'cupon_estado' | 'cupon_valor'> | { readonly problem: string }

const invalid = { cupon_estado: 'invalido', cupon_valor: null } as const

/**
 * Returns whether a code is valid for a cart of `subtotal` CLP, and its discount: the page knows one code, the server the
 * others.
 */
export async function judgeCoupon(
	{ cupon }: Pick<CheckoutForm, 'cupon'>,
	options: Pick<CheckoutOptions, 'cupon_sha256' | 'hay_cupones'>,
	subtotal: number,
): Promise<CouponVerdict> {
	if (normalizeCoupon(cupon) === '') return invalid
	// Browsers have no crypto.subtle on plain http; there the server validates every code.
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

/** Invalidates a code when the cart of `subtotal` CLP falls below its minimum. */
export function withCouponFor(form: CheckoutForm, subtotal: number): CheckoutForm {
	const isBelow = form.cupon_estado === 'valido' && subtotal < (form.cupon_valor?.minimo ?? 0)
	return isBelow ? { ...form, cupon_estado: 'invalido' } : form
}
