import { lazy, Suspense, useRef, useState } from 'react'
import { dayIn } from '#core/rules/times.ts'
import { Button, ScreenLink, updateAndFocus } from '#core/web/ui/buttons.tsx'
import { formatDay, formatMoment } from '#core/web/ui/format-date.ts'
import { Skeleton } from '#core/web/ui/parts.tsx'
import { Badge } from '#core/web/ui/screen-parts.tsx'
import type { ShownOrder } from '#modules/orders/shapes.ts'
import type { OwnReturn, ReturnsOfCustomer } from '#modules/returns/order-shapes.ts'
import { kindText, nextText, remedyText, stateText, unitsText } from '#modules/returns/return-text.ts'
import '#modules/returns/web/returns.css'

const ReturnForm = lazy(async () => ({ default: (await import('#modules/returns/web/return-form.tsx')).ReturnForm }))

const tones = { pedido: 'info', recibido: 'info', cerrado: 'ok', anulado: 'warn' } as const

function ReturnState({ one, place }: { one: OwnReturn; place: ReturnsOfCustomer }) {
	return (
		<li className="return-state">
			<p className="row spread tight">
				<span className="strong">{`${kindText[one.tipo]}: ${unitsText(one.lineas)}`}</span>
				<Badge tone={tones[one.estado]}>{stateText[one.estado]}</Badge>
			</p>
			<p>{nextText(one, place)}</p>
			<p className="muted small">{`${remedyText[one.opcion]} · pedido el ${formatMoment(one.pedido_at)}`}</p>
		</li>
	)
}

/** The last days of the customer's rights, in a sentence. */
function daysText({ retracto_hasta, garantia_hasta, sin_confirmacion }: ReturnsOfCustomer, today: string): string {
	if (!(retracto_hasta && garantia_hasta) || today > garantia_hasta) return ''
	const garantia = `la garantía legal vale hasta el ${formatDay(garantia_hasta)}. `
	if (today > retracto_hasta) return `El plazo para arrepentirte terminó; ${garantia}`
	const longer = sin_confirmacion ? ' (90 días, porque no te llegó la confirmación por correo)' : ''
	return `Puedes arrepentirte hasta el ${formatDay(retracto_hasta)}${longer}, y ${garantia}`
}

/** The rights of an order's customer with their last days, the form that makes use of them, and how each return goes. */
export function OwnReturns({ order, token }: { order: ShownOrder; token?: string | undefined }) {
	const [isOpen, setOpen] = useState(false)
	const part = useRef<HTMLDivElement>(null)
	const { retornos } = order
	if (!retornos) return null
	const days = daysText(retornos, dayIn(new Date()))
	const focus = (selector: string) => () => part.current?.querySelector<HTMLElement>(selector)
	return (
		<div ref={part} className="stack">
			{days && (
				<p className="muted">
					<span>{days}</span>
					<ScreenLink className="link" to="/politicas#retracto">
						Tus derechos
					</ScreenLink>
				</p>
			)}
			{retornos.lista.length > 0 && (
				<ul className="stack tight" aria-label="Lo que devuelves" tabIndex={-1}>
					{retornos.lista.map((one) => (
						<ReturnState key={one.id} one={one} place={retornos} />
					))}
				</ul>
			)}
			{days && retornos.lineas.some(({ quedan }) => quedan > 0) && !isOpen && (
				<Button
					look="outline"
					className="at-start"
					aria-expanded={false}
					onClick={() => updateAndFocus(() => setOpen(true), focus('form h3'))}
				>
					Devolver o cambiar
				</Button>
			)}
			{isOpen && (
				<Suspense fallback={<Skeleton size="page" label="Abriendo el formulario…" />}>
					<ReturnForm
						orderId={order.id}
						retornos={retornos}
						token={token}
						onSent={() => updateAndFocus(() => setOpen(false), focus('ul'))}
						onClose={() => updateAndFocus(() => setOpen(false), focus('button'))}
					/>
				</Suspense>
			)}
		</div>
	)
}
