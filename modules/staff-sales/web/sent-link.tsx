import { WhatsappLink } from '#core/web/ui/buttons.tsx'
import { CopyButton, copyNotice } from '#core/web/ui/copy-button.tsx'
import { NoticePlace } from '#core/web/ui/notices.tsx'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import { linkMessage, type SentOrder, saleWayText } from '#modules/staff-sales/staff-sales.ts'
import { PersonData } from '#modules/staff-sales/web/person-data.tsx'

interface SentLinkProps {
	/** The path of the order's own page. */
	readonly path: string
	readonly order: SentOrder & { readonly telefono: string }
}

/** The ways in which staff send a customer the page of their order. */
export function SentLink({ path, order }: SentLinkProps) {
	const link = new URL(path, window.location.origin).href
	return (
		<>
			<p className="row loose">
				<CopyButton text={link} label="Copiar enlace" className="button button-solid" />
				<WhatsappLink phone={order.telefono} text={linkMessage(order, link)} className="button button-outline" />
			</p>
			<NoticePlace at={copyNotice} />
		</>
	)
}

function OrderLink({ detail: { enlace_pago, vendida, ...order } }: { detail: OrderDetail }) {
	const isPerson = vendida !== null && order.cliente === null && order.email !== ''
	return (
		<>
			{vendida && (
				<p className="muted small">{`Venta de ${vendida.usuario ?? 'la tienda'}: ${saleWayText[vendida.forma].toLowerCase()}`}</p>
			)}
			{enlace_pago && <SentLink path={enlace_pago} order={order} />}
			{isPerson && <PersonData id={order.id} nombre={order.nombre} />}
		</>
	)
}

/** The page of an order that waits for its customer, and who entered it, in the panel's order. */
export const linkBlock = {
	titleOf: ({ enlace_pago, vendida }: OrderDetail) =>
		enlace_pago !== null ? 'Enlace para el cliente' : vendida ? 'Venta del equipo' : undefined,
	Part: OrderLink,
}
