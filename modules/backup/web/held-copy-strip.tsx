import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '#core/web/panel/act.ts'
import { panelKey } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { Button } from '#core/web/ui/buttons.tsx'
import { ConfirmDialog } from '#core/web/ui/dialogs.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { waitingText } from '#modules/backup/copy-text.ts'
import { openCopy, readCopy } from '#modules/backup/endpoints.ts'

/** Says in every section that this is a restored copy that reaches nobody, and makes it the shop. */
export function HeldCopyStrip() {
	const { data } = useQuery({ queryKey: [...panelKey, 'copia'], queryFn: () => fetchFrom(readCopy) })
	const { act, isBusy, problem } = useAct()
	const [isAsking, setAsking] = useState(false)
	if (!data?.retenida) return null
	return (
		<div className="below-m">
			<Alert tone="warn">
				<div className="stack tight from-start">
					<p className="strong">Esta es una copia restaurada.</p>
					<p>
						No recibe pedidos ni pagos, no manda correos ni avisos y no llama a ninguna pasarela. Si es un ensayo,
						déjala así: los clientes no se enteran.
					</p>
					<p>{waitingText(data)}</p>
					{problem && <p className="danger">{problem}</p>}
					{data.editable ? (
						<Button look="outline" isBusy={isBusy} onClick={() => setAsking(true)}>
							Esta es la tienda ahora
						</Button>
					) : (
						<p>Un superusuario decide cuándo es la tienda.</p>
					)}
				</div>
				<ConfirmDialog
					isOpen={isAsking}
					title="¿Esta es la tienda ahora?"
					confirmText="Sí, es la tienda"
					onConfirm={() => {
						setAsking(false)
						void act({ request: requestTo(openCopy), done: 'Esta es la tienda: ya vende' })
					}}
					onCancel={() => setAsking(false)}
				>
					Empieza a vender en unos segundos y manda lo que espera. Hazlo solo si la otra tienda ya no está abierta: si
					no, los clientes reciben todo dos veces.
				</ConfirmDialog>
			</Alert>
		</div>
	)
}
