import { PageForm, SendButton } from '#core/web/forms/action-form.tsx'
import { FormField, FormSelect } from '#core/web/forms/form-fields.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { createCoupon } from '#modules/coupons/endpoints.ts'
import { readCoupon } from '#modules/coupons/web/coupon-draft.ts'

const kinds = [
	['monto', 'Pesos del total'],
	['porcentaje', '% de los productos'],
] as const

/** Creates a discount code. An empty field sets no limit. */
export function NewCoupon() {
	return (
		<PageForm
			className="new-coupon"
			label="Nuevo cupón"
			act={(values) => {
				const coupon = readCoupon(values)
				if ('wrong' in coupon) return coupon
				const request = requestTo(createCoupon, { body: coupon })
				return { request, done: `${coupon.codigo}: cupón creado`, ifLost: 'Intenta nuevamente.' }
			}}
		>
			<FormField label="Código" name="codigo" autoCapitalize="characters" spellCheck={false} maxLength={40} />
			<FormSelect label="Tipo" name="tipo" options={kinds} />
			<FormField label="Descuento" name="valor" isNumber maxLength={12} />
			<FormField label="Compra mínima ($)" name="minimo" isNumber maxLength={12} />
			<FormField label="Primer día" name="desde" type="date" />
			<FormField label="Último día" name="hasta" type="date" />
			<FormField label="Usos en total" name="usos" isNumber maxLength={12} />
			<FormField label="Usos por cliente" name="usos_cliente" isNumber maxLength={12} />
			<label className="new-coupon-first choice-line">
				<input type="checkbox" name="solo_primera" value="si" />
				Solo primera compra
			</label>
			<div className="new-coupon-end stack from-start">
				<SendButton>Crear cupón</SendButton>
				<p className="muted small">Lo que dejes vacío no pone límite.</p>
			</div>
		</PageForm>
	)
}
