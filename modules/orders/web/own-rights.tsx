import { formatDay } from '#core/web/ui/format-date.ts'
import { ScreenLink } from '#core/web/ui/screen-link.tsx'
import { rightsOf } from '#modules/orders/consumer-rights.ts'
import type { ProfileOrder } from '#modules/orders/shapes.ts'

interface Delivered extends Pick<ProfileOrder, 'estado' | 'historia' | 'dinero'> {
	/** Where couriers record deliveries. */
	readonly entrega?: { readonly hecha_at: string | null } | null
}

/** Returns the hand-over: the courier's record, otherwise the change by staff. */
export function handedOverAt({ estado, entrega, historia, dinero }: Delivered): string | undefined {
	// A fully refunded order has no right of withdrawal left.
	if (estado !== 'completado' || dinero === 'devuelta') return undefined
	return entrega?.hecha_at ?? historia.findLast((event) => event.estado === 'completado')?.created_at
}

/** Ends of withdrawal and warranty; nothing before the hand-over. */
export function OwnRights({ order }: { order: Delivered }) {
	const at = handedOverAt(order)
	if (!at) return null
	const { retracto, garantia } = rightsOf(new Date(at))
	return (
		<p className="muted">
			<span>{`Puedes arrepentirte hasta el ${formatDay(retracto)}, y la garantía legal vale hasta el ${formatDay(garantia)}. `}</span>
			<ScreenLink className="link" to="/politicas#retracto">
				Tus derechos
			</ScreenLink>
		</p>
	)
}
