import { Alert } from '#core/web/ui/screen-parts.tsx'
import { discard, type OutboxEntry, sendAgain } from '#modules/rounds/web/outbox.ts'
import { useSendingPresses } from '#modules/rounds/web/use-round.ts'

const counted = (count: number, one: string, more: string) => (count === 1 ? `Una ${one}` : `${count} ${more}`)

/** Returns a sentence with the number of unsent presses and photos. */
export function waitingText(presses: number, photos: number): string {
	const marks = presses > 0 ? [`${counted(presses, 'marca espera', 'marcas esperan')} señal.`] : []
	const pictures = photos > 0 ? [`${counted(photos, 'foto espera', 'fotos esperan')} señal.`] : []
	const isOne = presses + photos === 1
	const where = isOne ? 'Está en este teléfono y se envía sola.' : 'Están en este teléfono y se envían solas.'
	return [...marks, ...pictures, where].join(' ')
}

/** A rejected press, with the actions to retry or discard it. */
function SetAside({ entry, isBusy, send }: { entry: OutboxEntry; isBusy: boolean; send: () => Promise<void> }) {
	const { clave, tipo, nro_orden, problema } = entry
	const of = <span className="visually-hidden">{`, orden ${nro_orden}`}</span>
	return (
		<Alert>
			<p>{`Orden ${nro_orden}: ${tipo === 'foto' ? 'su foto' : 'lo que marcaste'} no quedó. ${problema}`}</p>
			<p className="stop-links">
				<button
					type="button"
					className="staff-action"
					disabled={isBusy}
					onClick={() => {
						sendAgain(clave)
						void send()
					}}
				>
					Enviar otra vez{of}
				</button>
				<button type="button" className="staff-action" disabled={isBusy} onClick={() => discard(clave)}>
					Descartar{of}
				</button>
			</p>
		</Alert>
	)
}

/** The unsent and the rejected presses of this phone. */
export function OutboxNotice() {
	const { setAside, presses, photos, isBusy, send } = useSendingPresses()
	return (
		<>
			{presses + photos > 0 && (
				<Alert tone="info">
					<span>{waitingText(presses, photos)}</span>{' '}
					<button type="button" className="link" disabled={isBusy} onClick={() => void send()}>
						Enviar ahora
					</button>
				</Alert>
			)}
			{setAside.map((entry) => (
				<SetAside key={entry.clave} entry={entry} isBusy={isBusy} send={send} />
			))}
		</>
	)
}
