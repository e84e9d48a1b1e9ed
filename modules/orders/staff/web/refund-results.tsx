import { useId, useState } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { ActionForm } from '#core/web/forms/action-form.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { Button, type ButtonLook } from '#core/web/ui/buttons.tsx'
import { refundByTransfer, settleDoubt } from '#modules/orders/staff/endpoints.ts'
import type { OrderDetail } from '#modules/orders/staff/shapes.ts'
import { metodoText } from '#modules/orders/staff/web/order-fields.ts'

/** Records that staff paid by transfer a refund that its gateway rejected; nothing while it is requested again. */
export function RefundByTransfer({
	detail,
	refund,
}: {
	detail: OrderDetail
	refund: OrderDetail['devoluciones'][number]
}) {
	const [isOpen, setOpen] = useState(false)
	const { gateway, pago_id, monto } = refund
	const payment = detail.pagos.find((pago) => pago.gateway === gateway && pago.pago_id === pago_id)
	if (refund.estado !== 'rechazada' || (payment?.devolvible ?? 0) < monto) return null
	const request = requestTo(refundByTransfer, { params: { id: detail.id }, body: { devolucion_id: refund.id } })
	return (
		<div className="refund-doubt row tight">
			<p className="small">{`Puedes pedirla otra vez con «Devolver dinero», o transferir ${formatClp(monto)} a la cuenta del cliente.`}</p>
			<Button look="outline" onClick={() => setOpen(true)}>
				Ya lo transferí
			</Button>
			{isOpen && (
				<ActionForm
					title="¿Devolviste el dinero por transferencia?"
					confirmText="Ya lo transferí"
					onClose={() => setOpen(false)}
					act={{ request, done: 'Devolución por transferencia anotada' }}
				>
					<p>{`Confirma solo si transferiste ${formatClp(monto)} al cliente. Contarán como devueltos y el cliente recibirá un correo.`}</p>
				</ActionForm>
			)}
		</div>
	)
}

type Refund = OrderDetail['devoluciones'][number]
type Word = 'si' | 'no'

interface Saying {
	readonly button: string
	readonly title: string
	readonly look: ButtonLook
	readonly done: string
	readonly text: (refund: Refund) => string
}

const sayings: Readonly<Record<Word, Saying>> = {
	si: {
		button: 'Se hizo',
		title: '¿La devolución se hizo?',
		look: 'solid',
		done: 'Devolución anotada como hecha',
		text: ({ gateway, monto, pago_id }) =>
			`Confirma solo si ${metodoText(gateway)} muestra ${formatClp(monto)} devueltos del pago ${pago_id}. El cliente recibirá un correo.`,
	},
	no: {
		button: 'No se hizo',
		title: '¿La devolución no se hizo?',
		look: 'danger',
		done: 'Devolución anotada como no hecha',
		text: ({ gateway, monto, pago_id }) =>
			`Confirma solo si ${metodoText(gateway)} no muestra esa devolución del pago ${pago_id}. Sus ${formatClp(monto)} se podrán devolver otra vez: si de verdad se hizo, el cliente los recibiría dos veces.`,
	},
}

/** Records what staff found out at the gateway: whether a refund with a lost answer was made. */
export function RefundDoubt({ orden_id, refund }: { orden_id: string; refund: Refund }) {
	const [word, setWord] = useState<Word>()
	const id = useId()
	// Why it was refused stays to be read, although the refund is no longer in doubt.
	if (refund.estado !== 'en_duda' && word === undefined) return null
	return (
		<div className="refund-doubt row tight">
			<p
				id={id}
				className="small"
			>{`Busca el pago ${refund.pago_id} en el sitio de ${metodoText(refund.gateway)}. ¿Esta devolución de ${formatClp(refund.monto)} se hizo?`}</p>
			{(['si', 'no'] as const).map((one) => (
				<Button key={one} look="outline" aria-describedby={id} onClick={() => setWord(one)}>
					{sayings[one].button}
				</Button>
			))}
			{word && (
				<ActionForm
					title={sayings[word].title}
					confirmText={sayings[word].button}
					confirmLook={sayings[word].look}
					onClose={() => setWord(undefined)}
					act={{
						request: requestTo(settleDoubt, {
							params: { id: orden_id },
							body: { devolucion_id: refund.id, hecha: word === 'si' },
						}),
						done: sayings[word].done,
					}}
				>
					<p>{sayings[word].text(refund)}</p>
				</ActionForm>
			)}
		</div>
	)
}
