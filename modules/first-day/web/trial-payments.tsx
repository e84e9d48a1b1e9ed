import { clp, formatClp } from '#core/rules/money.ts'
import { metodoPagoText } from '#core/rules/payment-methods.ts'
import { useAct } from '#core/web/panel/act.ts'
import { requestTo } from '#core/web/session/api.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { Alert, Badge } from '#core/web/ui/screen-parts.tsx'
import { giveBackTrial, openTrial } from '#modules/first-day/endpoints.ts'
import { trialAmount } from '#modules/first-day/first-day.ts'
import type { TrialPayment } from '#modules/first-day/shapes.ts'

const states: Readonly<Record<TrialPayment['estado'], { text: string; tone: 'ok' | 'warn' }>> = {
	nunca: { text: 'Sin pago de prueba', tone: 'warn' },
	abierto: { text: 'Falta pagar o devolver', tone: 'warn' },
	vencido: { text: 'No se pagó', tone: 'warn' },
	devolviendo: { text: 'Devolución sin respuesta', tone: 'warn' },
	pedida: { text: 'Cobró; devolución pedida', tone: 'ok' },
	devuelto: { text: 'Cobró y devolvió', tone: 'ok' },
	sin_devolver: { text: 'Cobró; devuélvelo en su panel', tone: 'warn' },
}

function Trial({ trial: { metodo_pago, estado, url } }: { trial: TrialPayment }) {
	const { act, isBusy, problem } = useAct()
	const name = metodoPagoText[metodo_pago]
	const params = { metodo_pago }
	const { text, tone } = states[estado]
	return (
		<li className="first-day-trial">
			<p className="title-s">
				<span>{`${name} `}</span>
				<Badge tone={tone}>{text}</Badge>
			</p>
			<div className="first-day-ways">
				{url && (
					<a className="link" href={url} target="_blank" rel="noreferrer">
						<span>{`Pagar ${formatClp(clp(trialAmount))}`}</span>
						<span className="visually-hidden">{` con ${name}, en otra pestaña`}</span>
					</a>
				)}
				{(estado === 'abierto' || estado === 'devolviendo' || estado === 'pedida') && (
					<Button
						look="outline"
						isBusy={isBusy}
						onClick={() => void act({ request: requestTo(giveBackTrial, { params }), done: `${name}: revisado` })}
					>
						<span>{estado === 'abierto' ? 'Ya pagué: devolver' : 'Mirar la devolución'}</span>
						<span className="visually-hidden">{`: ${name}`}</span>
					</Button>
				)}
				{estado !== 'devolviendo' && !url && (
					<Button
						look="outline"
						isBusy={isBusy}
						onClick={() => void act({ request: requestTo(openTrial, { params }), done: `${name}: paga y vuelve aquí` })}
					>
						<span>{`Probar con un pago de ${formatClp(clp(trialAmount))}`}</span>
						<span className="visually-hidden">{`: ${name}`}</span>
					</Button>
				)}
			</div>
			{url && (
				<p className="muted small">
					Al terminar, la tienda dirá que no identifica la orden: no hay ninguna. Cierra esa página y toca «Ya pagué:
					devolver».
				</p>
			)}
			{problem && <Alert>{problem}</Alert>}
		</li>
	)
}

/** A payment of the lowest amount for each gateway, which is given back at once. */
export function TrialPayments({ trials }: { trials: readonly TrialPayment[] }) {
	return (
		<ul className="first-day-trials" aria-label="Pagos de prueba">
			{trials.map((trial) => (
				<Trial key={trial.metodo_pago} trial={trial} />
			))}
		</ul>
	)
}
