import { forgetPress } from '#web/staff/rounds/press-queue.ts'
import { useSendingPresses } from '#web/staff/rounds/use-presses.ts'
import { Alert } from '#web/ui/alert.tsx'

/** What this phone could not tell the shop yet, and what the shop refused when it could. */
export function KeptPresses() {
	const { refused, count, isBusy, send } = useSendingPresses()
	return (
		<>
			{count > 0 && (
				<Alert tone="info">
					{count === 1 ? 'Una marca espera señal.' : `${count} marcas esperan señal.`} Están en este teléfono y se
					envían solas.{' '}
					<button type="button" className="link" disabled={isBusy} onClick={() => void send()}>
						Enviar ahora
					</button>
				</Alert>
			)}
			{refused.map(({ clave, nro_orden, problema }) => (
				<Alert key={clave}>
					Orden {nro_orden}: lo que marcaste sin señal no quedó. {problema}{' '}
					<button type="button" className="link" onClick={() => forgetPress(clave)}>
						Entendido<span className="sr-only">, orden {nro_orden}</span>
					</button>
				</Alert>
			))}
		</>
	)
}
