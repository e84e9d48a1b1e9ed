import { useId, useState } from 'react'
import type { OrderDetail } from '#contract/staff/order-detail.ts'
import { settleDoubt } from '#contract/staff/order-endpoints.ts'
import { formatClp } from '#domain/money.ts'
import { requestTo } from '#web/session/api.ts'
import { useAct } from '#web/staff/act.ts'
import { metodoText } from '#web/staff/orders/order-fields.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Button, type ButtonLook } from '#web/ui/button.tsx'

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

function DoubtDialog({
	orden_id,
	refund,
	word,
	onClose,
}: {
	orden_id: string
	refund: Refund
	word: Word
	onClose: () => void
}) {
	const { act, isBusy, problem } = useAct()
	const { title, button, look, done, text } = sayings[word]
	const body = { devolucion_id: refund.id, hecha: word === 'si' }
	const request = requestTo(settleDoubt, { params: { id: orden_id }, body })
	return (
		<ActionDialog
			title={title}
			confirmText={button}
			confirmLook={look}
			isBusy={isBusy}
			problem={problem}
			onClose={onClose}
			onConfirm={async () => {
				if (await act({ request, done })) onClose()
			}}
		>
			<p>{text(refund)}</p>
		</ActionDialog>
	)
}

/** Takes from staff what only they can find out: whether a refund whose answer was lost was made. */
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
			{word && <DoubtDialog orden_id={orden_id} refund={refund} word={word} onClose={() => setWord(undefined)} />}
		</div>
	)
}
