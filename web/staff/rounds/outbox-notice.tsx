import { removeFromOutbox } from '#web/staff/rounds/outbox.ts'
import { useSendingPresses } from '#web/staff/rounds/use-presses.ts'
import { Alert } from '#web/ui/alert.tsx'

const counted = (count: number, one: string, more: string) => (count === 1 ? `Una ${one}` : `${count} ${more}`)

/** What this phone could not tell the shop yet, and what the shop refused when it could. */
export function OutboxNotice() {
	const { refused, presses, photos, isBusy, send } = useSendingPresses()
	return (
		<>
			{presses + photos > 0 && (
				<Alert tone="info">
					<span>{`${presses > 0 ? `${counted(presses, 'marca espera', 'marcas esperan')} señal. ` : ''}${photos > 0 ? `${counted(photos, 'foto espera', 'fotos esperan')} señal. ` : ''}Están en este teléfono y se envían solas. `}</span>
					<button type="button" className="link" disabled={isBusy} onClick={() => void send()}>
						Enviar ahora
					</button>
				</Alert>
			)}
			{refused.map(({ clave, tipo, nro_orden, problema }) => (
				<Alert key={clave}>
					<span>{`Orden ${nro_orden}: ${tipo === 'foto' ? 'su foto' : 'lo que marcaste sin señal'} no quedó. ${problema} `}</span>
					<button type="button" className="link" onClick={() => removeFromOutbox(clave)}>
						Entendido<span className="sr-only">{`, orden ${nro_orden}`}</span>
					</button>
				</Alert>
			))}
		</>
	)
}
