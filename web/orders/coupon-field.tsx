import type { CheckoutForm } from '#web/orders/checkout-form.ts'
import { isCoupon } from '#web/orders/coupon.ts'
import { Button } from '#web/ui/button.tsx'

interface CouponFieldProps {
	readonly code: string
	readonly estado: CheckoutForm['cupon_estado']
	readonly digest: string | null
	readonly change: (values: Partial<CheckoutForm>) => void
}

/** The discount code: nothing is said of it until it is validated, and editing it starts over. */
export function CouponField({ code, estado, digest, change }: CouponFieldProps) {
	async function validate(): Promise<void> {
		const isValid = await isCoupon(code, digest)
		change({ cupon_estado: isValid ? 'valido' : 'invalido' })
	}
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
						void validate()
					}}
				/>
				<Button look="outline" onClick={() => void validate()}>
					Validar
				</Button>
			</div>
			<p id="cupon-estado" role="status" className={estado === 'invalido' ? 'coupon-bad' : 'coupon-good'}>
				{estado === 'valido' && '🎉 Cupón agregado'}
				{estado === 'invalido' && '❌ Cupón no es válido'}
			</p>
		</div>
	)
}
