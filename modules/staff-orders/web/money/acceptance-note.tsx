import { acceptanceOf } from '#modules/payments/refund-acceptance.ts'
import type { OrderDetail } from '#modules/staff-orders/shapes.ts'
import { metodoText } from '#modules/staff-orders/web/order-fields.ts'

/** What the customer has to do where a gateway gives back only what is accepted. */
export function AcceptanceNote({ gateway }: Pick<OrderDetail['pagos'][number], 'gateway'>) {
	const acceptance = acceptanceOf(gateway)
	if (!acceptance) return null
	const name = metodoText(gateway)
	const time = `El cliente recibe un correo y tiene ${acceptance.days} días para aceptarla en ${name}; si no, vence.`
	return <p>{`${time} Cuesta ${acceptance.fee}, y la cuenta de ${name} tiene que tener fondos.`}</p>
}
