import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import { formatPhone, maxEmailCharacters } from '#core/rules/person-data.ts'
import { TextEdit } from '#core/web/edit/edit-fields.tsx'
import { Facts } from '#core/web/list/list-rows.tsx'
import { detailKey, PartLoading, panelQueryOf, usePanelAddress } from '#core/web/panel/panel-parts.tsx'
import { CallFailed, fetchFrom } from '#core/web/session/query-client.tsx'
import { Button, WhatsappLink } from '#core/web/ui/buttons.tsx'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { NoticePlace } from '#core/web/ui/notices.tsx'
import { Icon, Money } from '#core/web/ui/parts.tsx'
import { Alert, Slot } from '#core/web/ui/screen-parts.tsx'
import { usePageData } from '#modules/catalog/web/catalog.tsx'
import { formatDireccion, formatDistance, pickupPlace } from '#modules/delivery/delivery.ts'
import type { OrderDetailParts, StaffOrderParts } from '#modules/lists/shapes.ts'
import { contactParts } from '#modules/lists/web/contact.ts'
import {
	beginningsInParts,
	customerBlocks,
	deliveryParts,
	destinationParts,
	paymentBlocks,
} from '#modules/lists/web/order-screen.ts'
import { caseTextOf } from '#modules/orders/case-text.ts'
import { readOrder } from '#modules/orders/staff/endpoints.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import { useBackToList } from '#modules/orders/staff/web/back-to-list.ts'
import { stoppedText } from '#modules/orders/staff/web/money-text.ts'
import { CancelTogether, OrderActions } from '#modules/orders/staff/web/order-actions.tsx'
import { isUndoOffered, OrderEdits, offerUndo, orderKind } from '#modules/orders/staff/web/order-edits.tsx'
import { Mails, NoteForm, Timeline } from '#modules/orders/staff/web/order-history.tsx'
import { OrderTotals, Payments, Proofs } from '#modules/orders/staff/web/order-money.tsx'
import { EstadoBadge, GivenBack, MoneyBadge } from '#modules/orders/staff/web/order-parts.tsx'
import { OrderLines } from '#modules/orders/web/order-lines.tsx'

/** One order whole: what it is, what happened to it, and what can be done with it. */
export function OrderScreen({ id }: { id: string }) {
	const { text, linkWith } = usePanelAddress()
	const goBack = useBackToList()
	const { data, error, refetch } = useQuery({
		queryKey: detailKey(orderKind.name, id),
		queryFn: () => fetchFrom(readOrder, { params: { id } }),
		staleTime: 0,
		refetchInterval: ({ state }) => refetchInterval(state.data, Date.now()),
	})
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
			{!data && !error && <PartLoading />}
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

const minuteMs = 60_000

/** How often the page looks, by how long ago began what it waits for. Older things it finds when it is opened again. */
const looks = [
	{ untilMs: 2 * minuteMs, everyMs: 3000 },
	{ untilMs: 60 * minuteMs, everyMs: 15_000 },
] as const

type Waiting = Pick<OrderDetail, 'devoluciones' | 'correos' | keyof (OrderDetailParts & StaffOrderParts)>

/** After how many milliseconds to read an order again; false when nothing is under way, or not lately. */
export function refetchInterval(order: Waiting | undefined, now: number): number | false {
	if (!order) return false
	// What ends by itself in the background: refunds on their way, mails that did not leave yet, and what modules wait for.
	const refunds = order.devoluciones.filter(({ estado }) => ['pedida', 'enviando', 'en_curso'].includes(estado))
	const mails = order.correos.filter(({ enviado_at }) => enviado_at === null)
	const began = [...refunds, ...mails].map(({ created_at }) => created_at)
	const moments = [...began, ...beginningsInParts.flatMap((of) => of(order))].map((at) => Date.parse(at))
	const ageMs = now - Math.max(...moments)
	return looks.find(({ untilMs }) => ageMs < untilMs)?.everyMs ?? false
}

function Head({ detail }: { detail: OrderDetail }) {
	const client = useQueryClient()
	const undoPlace = useId()
	const heading = useRef<HTMLHeadingElement>(null)
	const { atencion, dinero, deshacer_hasta } = detail
	// The order is read every few seconds: only another change is offered anew, also after the page was loaded again.
	// biome-ignore lint/correctness/useExhaustiveDependencies: see above
	useEffect(() => {
		if (!isUndoOffered(detail)) offerUndo(client, detail, undoPlace)
	}, [client, deshacer_hasta])
	useEffect(() => {
		// Runs after the shell's focus on the content: a cached order renders at once.
		queueMicrotask(() => heading.current?.focus({ preventScroll: true }))
	}, [])
	const openCase = atencion && caseTextOf(atencion)
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
			{openCase && (
				<Alert tone="warn">
					<strong>{`${openCase.title}.`}</strong>
					<span>{` ${openCase.what}`}</span>
					<br />
					<span>{openCase.todo}</span>
				</Alert>
			)}
			{detail.entrega_detenida && (
				<Alert tone="warn">
					<strong>Entrega detenida.</strong> <span>{stoppedText(dinero)}</span> No va en rondas ni se entrega en el
					retiro, hasta que eso cambie o hasta que elijas «Entregar igual».
				</Alert>
			)}
			<OrderActions detail={detail} />
			<CancelTogether detail={detail} />
		</header>
	)
}

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
			<div className="order-aside">
				<Block title="Cliente">
					<Customer detail={detail} />
				</Block>
				<Blocks blocks={customerBlocks} detail={detail} />
				<Block title="Entrega">
					<div className="stack tight">
						<Destination detail={detail} />
						<Slot parts={destinationParts} props={{ detail }} />
					</div>
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
			<div>
				<Block title="Historia">
					<NoteForm detail={detail} />
					<Timeline detail={detail} />
				</Block>
			</div>
		</div>
	)
}

/** Who bought, and how to reach them. */
function Customer({ detail }: { detail: OrderDetail }) {
	const { cliente, nombre, email, telefono, user, nro_orden, total } = detail
	const { estacion_retiro } = usePageData()
	const theirs = panelQueryOf('ordenes')
	theirs.set('user', String(user))
	const facts = [
		['Nombre', nombre || 'Sin nombre'],
		[
			'Correo',
			<a key="mail" href={`mailto:${email}`} className="link">
				{email}
			</a>,
		],
		[
			'Teléfono',
			<>
				<a href={`tel:+56${telefono}`} className="link digits">
					{formatPhone(telefono)}
				</a>{' '}
				<WhatsappLink phone={telefono} to={nombre || email} className="link after" />
			</>,
		],
		[
			'Usuario ID',
			<>
				<span className="digits">{user ?? '-'}</span>
				{cliente && !cliente.is_active && <span> (cuenta desactivada)</span>}
				{cliente?.bloqueada && <span> (cuenta bloqueada)</span>}
			</>,
		],
		[
			'Compras',
			cliente && (
				<Link to={`?${theirs.toString()}`} className="link">
					{cliente.ordenes === 1 ? '1 orden' : `${cliente.ordenes} órdenes`}
				</Link>
			),
		],
	] as const
	const isPickup = detail.tipo_entrega === 'retiro'
	const place = isPickup ? pickupPlace(detail.estacion_retiro ?? estacion_retiro) : formatDireccion(detail.direccion)
	// A blocked account is written to about its orders under way only.
	const mayWrite = !cliente?.bloqueada || ['pendiente', 'en_revision', 'pagada'].includes(detail.estado)
	return (
		<>
			<Facts facts={facts} />
			{mayWrite && (
				<Slot parts={contactParts} props={{ contact: { telefono, nombre, nro_orden, total, lugar: place } }} />
			)}
			<details className="order-more">
				<summary>Corregir el correo</summary>
				<TextEdit
					kind={orderKind}
					row={detail}
					field="email"
					label="Correo de esta orden"
					of={`orden ${nro_orden}`}
					maxLength={maxEmailCharacters}
				/>
				<p className="muted small">Lo que todavía no sale se envía ahí. Lo ya enviado se reenvía desde «Correos».</p>
			</details>
		</>
	)
}

/** Where the bottles go. */
function Destination({ detail }: { detail: OrderDetail }) {
	const { estacion_retiro } = usePageData()
	const { tipo_entrega, direccion, comuna, distancia_m, lat, lng, despacho_sin_medir } = detail
	if (tipo_entrega === 'retiro') {
		const hours = detail.horario_retiro ? `, ${detail.horario_retiro}` : ''
		return <p>{`Retiro en ${pickupPlace(detail.estacion_retiro ?? estacion_retiro)}${hours}.`}</p>
	}
	const map = `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`
	return (
		<div className="stack tight">
			<p>
				{`${formatDireccion(direccion) || 'No Registrada'}${comuna && !direccion.includes(comuna) ? `, ${comuna}` : ''}`}
			</p>
			{distancia_m !== null && <p className="muted">{`A ${formatDistance(distancia_m)} de la tienda`}</p>}
			{despacho_sin_medir && <p className="warn">La distancia no se pudo medir: el despacho se cobró $0.</p>}
			{lat !== null && lng !== null && (
				<p>
					<a href={map} target="_blank" rel="noopener" className="link">
						Ver en el mapa<span className="visually-hidden"> (se abre en otra pestaña)</span>
					</a>
				</p>
			)}
		</div>
	)
}
