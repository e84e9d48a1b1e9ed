import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addressOf } from '#core/contract/endpoint.ts'
import { formatClp } from '#core/rules/money.ts'
import { ListPage } from '#core/web/list/list-page.tsx'
import { useListPage } from '#core/web/list/staff-list.tsx'
import { actProblem } from '#core/web/panel/act.ts'
import { announce, PanelSection, panelKey } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { callWithIdentity } from '#core/web/session/identity-request.ts'
import { Alert, Badge } from '#core/web/ui/screen-parts.tsx'
import { editCoupon, exportCoupons, listCoupons } from '#modules/coupons/endpoints.ts'
import type { StaffCoupon } from '#modules/coupons/shapes.ts'
import { NewCoupon } from '#modules/coupons/web/new-coupon.tsx'
import '#modules/coupons/web/coupons.css'
import { formatDay } from '#core/web/ui/format-date.ts'
import type { CouponState } from '#modules/orders/coupon.ts'

/** Ends a code, or lets it hold again. */
function useEndCoupon({ codigo, activo }: StaffCoupon) {
	const client = useQueryClient()
	const [problem, setProblem] = useState<string>()
	const edit = useMutation({
		mutationFn: () => callWithIdentity(editCoupon, { params: { codigo }, body: { activo: !activo } }),
		onSuccess(answer) {
			setProblem(answer.ok ? undefined : actProblem(answer, 'Intenta nuevamente.'))
			if (answer.ok) announce(`${codigo}: ${answer.data.activo ? 'vale otra vez' : 'terminado'}`)
			void client.invalidateQueries({ queryKey: panelKey })
		},
	})
	return { toggle: () => edit.mutate(), isBusy: edit.isPending, problem }
}

function CouponLine({ coupon }: { coupon: StaffCoupon }) {
	const { codigo, estado, activo, ordenes, descontado, vendido } = coupon
	const { toggle, isBusy, problem } = useEndCoupon(coupon)
	const bounds = boundsText(coupon)
	return (
		<>
			<div className="can-shrink">
				<h4 className="strong">
					<span>{`${codigo} `}</span>
					<Badge tone={estado === 'vigente' ? 'ok' : 'info'}>{couponStateText[estado]}</Badge>
				</h4>
				<p className="small">{valueText(coupon)}</p>
				{bounds && <p className="muted small">{bounds}</p>}
				<p className="small">
					{`${ordenes} ${ordenes === 1 ? 'orden' : 'órdenes'} · ${formatClp(descontado)} descontados · ${formatClp(vendido)} vendidos`}
				</p>
				{problem && <Alert>{problem}</Alert>}
			</div>
			<button type="button" className="staff-action" disabled={isBusy} onClick={toggle}>
				<span>{activo ? 'Terminar' : 'Usar otra vez'}</span>
				<span className="visually-hidden">{` ${codigo}`}</span>
			</button>
		</>
	)
}

/** Discount codes: a new one, and all that there are with what they did. */
export default function CouponsSection() {
	const list = useListPage('cupones', () => requestTo(listCoupons))
	return (
		<PanelSection>
			<NewCoupon />
			<ListPage
				list={list}
				isWhole
				rowKey="codigo"
				what="cupones"
				empty="Aún no hay cupones del equipo."
				line={(coupon) => <CouponLine coupon={coupon} />}
				exports={[{ label: 'Cupones', address: addressOf(exportCoupons) }]}
			/>
		</PanelSection>
	)
}

/** The state of a code, as a badge. */
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
