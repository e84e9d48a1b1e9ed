import { formatClp } from '#core/rules/money.ts'
import { ConfirmDialog } from '#core/web/ui/confirm-dialog.tsx'
import type { TotalChanged } from '#modules/checkout/shapes.ts'

interface TotalChangedDialogProps {
	/** The correct amounts; undefined while the dialog is closed. */
	readonly amounts: TotalChanged | undefined
	readonly onConfirm: (amounts: TotalChanged) => void
	readonly onCancel: () => void
}

/** Asks for confirmation when the total differs from the shown one. */
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
