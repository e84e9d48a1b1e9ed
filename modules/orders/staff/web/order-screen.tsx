import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import type { CaseReason } from '#core/rules/audit-actions.ts'
import { usePanelAddress } from '#core/web/panel/panel-parts.tsx'
import { CallFailed } from '#core/web/session/query-client.tsx'
import { Button } from '#core/web/ui/buttons.tsx'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { NoticePlace } from '#core/web/ui/notices.tsx'
import { Icon, Money } from '#core/web/ui/parts.tsx'
import { Alert, Slot } from '#core/web/ui/screen-parts.tsx'
import { customerBlocks, deliveryParts, paymentBlocks } from '#modules/lists/web/order-screen.ts'
import { caseTextOf } from '#modules/orders/case-text.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import { useBackToList } from '#modules/orders/staff/web/back-to-list.ts'
import { CancelTogether } from '#modules/orders/staff/web/cancel-dialog.tsx'
import { stoppedText } from '#modules/orders/staff/web/money-text.ts'
import { OrderActions } from '#modules/orders/staff/web/order-actions.tsx'
import { Customer, Delivery } from '#modules/orders/staff/web/order-delivery.tsx'
import { OrderEdits } from '#modules/orders/staff/web/order-edits.tsx'
import { Mails, NoteForm, Timeline } from '#modules/orders/staff/web/order-history.tsx'
import { OrderTotals, Payments, Proofs } from '#modules/orders/staff/web/order-money.tsx'
import { EstadoBadge, GivenBack, MoneyBadge } from '#modules/orders/staff/web/order-parts.tsx'
import { isUndoOffered, offerUndo, useOrder } from '#modules/orders/staff/web/use-order.ts'
import { OrderLines } from '#modules/orders/web/order-lines.tsx'

function Block({ title, children }: { title: string; children: ReactNode }) {
	const id = useId()
	return (
		<section aria-labelledby={id} className="order-block">
			<h4 id={id} className="title-s">
				{title}
			</h4>
			{children}
		</section>
	)
}

/** The blocks of modules. */
function Blocks({ blocks, detail }: { blocks: typeof customerBlocks; detail: OrderDetail }) {
	return blocks.map(({ titleOf, Part }) => {
		const title = titleOf(detail)
		return (
			title !== undefined && (
				<Block key={title} title={title}>
					<Part detail={detail} />
				</Block>
			)
		)
	})
}

/** Why the order waits for a person, and what that person does. */
function Case({ reason }: { reason: CaseReason }) {
	const { title, what, todo } = caseTextOf(reason)
	return (
		<Alert tone="warn">
			<strong>{`${title}.`}</strong>
			<span>{` ${what}`}</span>
			<br />
			<span>{todo}</span>
		</Alert>
	)
}

/** Offers to undo the last change of the order, also after the page was loaded anew. */
function useUndoOffer(detail: OrderDetail): string {
	const client = useQueryClient()
	const at = useId()
	const { deshacer_hasta } = detail
	// The order is read every few seconds: only another change is offered anew.
	// biome-ignore lint/correctness/useExhaustiveDependencies: see above
	useEffect(() => {
		if (!isUndoOffered(detail)) offerUndo(client, detail, at)
	}, [client, deshacer_hasta])
	return at
}

function Head({ detail }: { detail: OrderDetail }) {
	const undoPlace = useUndoOffer(detail)
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => {
		// Runs after the shell's focus on the content: a cached order renders at once.
		queueMicrotask(() => heading.current?.focus({ preventScroll: true }))
	}, [])
	return (
		<header className="order-top">
			<div className="order-name">
				<h3 ref={heading} tabIndex={-1} className="title-l digits">
					{`Orden ${detail.nro_orden}`}
				</h3>
				<EstadoBadge estado={detail.estado} />
				<MoneyBadge order={detail} />
				<span className="order-sum">
					<Money amount={detail.total} className="title-m" /> <GivenBack order={detail} className="muted" />
				</span>
			</div>
			<div className="order-dates">
				<p className="muted">
					{[
						formatMoment(detail.created_at),
						detail.pagada_at && `pagada el ${formatMoment(detail.pagada_at)}`,
						detail.expires_at && `vence el ${formatMoment(detail.expires_at)}`,
					]
						.filter(Boolean)
						.join(' · ')}
				</p>
				<NoticePlace at={undoPlace} />
			</div>
			{detail.atencion && <Case reason={detail.atencion} />}
			{detail.entrega_detenida && (
				<Alert tone="warn">
					<strong>Entrega detenida.</strong> <span>{stoppedText(detail.dinero)}</span> No va en rondas ni se entrega en
					el retiro, hasta que eso cambie o hasta que elijas «Entregar igual».
				</Alert>
			)}
			<OrderActions detail={detail} />
			<CancelTogether detail={detail} />
		</header>
	)
}

/** Whose the order is, where it goes, and what can be edited of it. */
function Aside({ detail }: { detail: OrderDetail }) {
	return (
		<div className="order-aside">
			<Block title="Cliente">
				<Customer detail={detail} />
			</Block>
			<Blocks blocks={customerBlocks} detail={detail} />
			<Block title="Entrega">
				<Delivery detail={detail} />
				<Slot parts={deliveryParts} props={{ detail }} />
			</Block>
			<Block title="Editar">
				<div className="order-edit">
					<OrderEdits order={detail} />
				</div>
			</Block>
			<Block title="Correos">
				<Mails detail={detail} />
			</Block>
		</div>
	)
}

function Story({ detail }: { detail: OrderDetail }) {
	const isTransfer = detail.metodo_pago === 'transferencia' || detail.comprobantes_descarga.length > 0
	return (
		<div className="order-screen">
			<div>
				{isTransfer && (
					<Block title="Comprobantes">
						<Proofs detail={detail} />
					</Block>
				)}
				<Block title="Productos">
					<OrderLines lines={detail.carrito} />
					<OrderTotals detail={detail} />
				</Block>
				<Block title="Pagos">
					<Payments detail={detail} />
				</Block>
				<Blocks blocks={paymentBlocks} detail={detail} />
			</div>
			<Aside detail={detail} />
			<div>
				<Block title="Historia">
					<NoteForm detail={detail} />
					<Timeline detail={detail} />
				</Block>
			</div>
		</div>
	)
}

/** One order whole: what it is, what happened to it, and what can be done with it. */
export function OrderScreen({ id }: { id: string }) {
	const { text, linkWith } = usePanelAddress()
	const goBack = useBackToList()
	const { data, error, refetch } = useOrder(id)
	useEffect(() => {
		if (error) console.error('an order could not be loaded', id, error)
	}, [error, id])
	const isUnknown = error instanceof CallFailed && error.refusal.status === 404
	return (
		<>
			<Link
				to={linkWith({ orden: undefined, seccion: text('seccion') || 'ordenes' })}
				className="back-link"
				onClick={goBack}
			>
				<Icon name="back" />
				Volver a la lista
			</Link>
			{data && <Head detail={data} />}
			{data && <Story detail={data} />}
			{!data && !error && (
				<p role="status" className="staff-waiting">
					Cargando panel...
				</p>
			)}
			{!data && error && (
				<div className="stack loose from-start">
					<Alert>{isUnknown ? 'Esa orden no existe.' : 'No pudimos cargar la orden.'}</Alert>
					{!isUnknown && (
						<Button look="outline" onClick={() => void refetch()}>
							Reintentar
						</Button>
					)}
				</div>
			)}
		</>
	)
}
