import { Button } from '#core/web/ui/buttons.tsx'
import type { CheckoutForm } from '#modules/checkout/web/checkout-form.ts'

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
			<p id="cupon-estado" role="status" className={estado === 'invalido' ? 'coupon-bad' : 'coupon-good'}>
				{couponText[estado]}
			</p>
		</div>
	)
}
