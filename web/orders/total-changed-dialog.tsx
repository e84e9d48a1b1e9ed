import type { TotalChanged } from '#contract/orders/place-order.ts'
import { formatClp } from '#domain/money.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'

interface TotalChangedDialogProps {
	/** The right amounts; undefined while there is nothing to ask. */
	readonly amounts: TotalChanged | undefined
	readonly onConfirm: (amounts: TotalChanged) => void
	readonly onCancel: () => void
}

/** Asks again when the right total is not the one that was shown. */
export function TotalChangedDialog({ amounts, onConfirm, onCancel }: TotalChangedDialogProps) {
	return (
		<ConfirmDialog
			isOpen={amounts !== undefined}
			title="El total de tu pedido cambió"
			confirmText={amounts ? `Confirmar por ${formatClp(amounts.total)}` : 'Confirmar'}
			confirmLook="solid"
			cancelText="Revisar"
			onConfirm={() => amounts && onConfirm(amounts)}
			onCancel={onCancel}
		>
			{amounts && (
				<>
					<p>Estos son los montos de hoy. Nada se ha cobrado.</p>
					<dl className="dialog-amounts">
						<dt>Subtotal</dt>
						<dd>{formatClp(amounts.subtotal)}</dd>
						<dt>Despacho</dt>
						<dd>{formatClp(amounts.despacho)}</dd>
						<dt>Descuento</dt>
						<dd>{formatClp(amounts.descuento === 0 ? 0 : -amounts.descuento)}</dd>
						<dt>Total a pagar</dt>
						<dd>{formatClp(amounts.total)}</dd>
					</dl>
				</>
			)}
		</ConfirmDialog>
	)
}
