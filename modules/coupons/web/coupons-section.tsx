import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { addressOf } from '#core/contract/endpoint.ts'
import { formatClp } from '#core/rules/money.ts'
import { ListPage } from '#core/web/list/list-page.tsx'
import { useListPage } from '#core/web/list/use-staff-list.ts'
import { actProblem } from '#core/web/panel/act.ts'
import { announce } from '#core/web/panel/announcer.tsx'
import { panelKey } from '#core/web/panel/panel-key.ts'
import { PanelSection } from '#core/web/panel/panel-section.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { callWithIdentity } from '#core/web/session/identity-request.ts'
import { Alert } from '#core/web/ui/alert.tsx'
import { Badge } from '#core/web/ui/badge.tsx'
import { editCoupon, exportCoupons, listCoupons } from '#modules/coupons/endpoints.ts'
import type { StaffCoupon } from '#modules/coupons/shapes/coupons.ts'
import { boundsText, couponStateText, valueText } from '#modules/coupons/web/coupon-text.ts'
import { NewCoupon } from '#modules/coupons/web/new-coupon.tsx'
import '#modules/coupons/web/coupons.css'

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
