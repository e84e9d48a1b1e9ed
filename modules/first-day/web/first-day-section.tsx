import { useState } from 'react'
import { Link } from 'react-router'
import { type Act, useAct } from '#core/web/panel/act.ts'
import { addressOfSettings, PanelSection, panelQueryOf } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { Icon, Skeleton } from '#core/web/ui/parts.tsx'
import { Alert, Badge, LoadFailed } from '#core/web/ui/screen-parts.tsx'
import { tryStep } from '#modules/first-day/endpoints.ts'
import { type FirstDayStep, firstDayTexts, triedSteps } from '#modules/first-day/first-day.ts'
import type { FirstDayItem, TrialPayment } from '#modules/first-day/shapes.ts'
import { useFirstDay } from '#modules/first-day/web/panel-line.tsx'
import { TrialPayments } from '#modules/first-day/web/trial-payments.tsx'
import type { SettingGroupName } from '#modules/settings/settings.ts'
import '#modules/first-day/web/first-day.css'

interface StepLink {
	readonly to: string
	readonly label: string
}

const settings = (group: SettingGroupName): StepLink => ({
	to: `?${addressOfSettings(group)}`,
	label: 'Ir a Ajustes',
})

/** Link to the screen of each step. */
const links: Partial<Record<FirstDayStep, StepLink>> = {
	vendedor: settings('vendedor'),
	banco: settings('banco'),
	retiro: settings('retiro'),
	pasarela: settings('pagos'),
	mapa: settings('despacho'),
	stock: { to: `?${panelQueryOf('stock')}`, label: 'Ir a Stock' },
	preguntas: settings('textos'),
	politicas: { to: '/politicas', label: 'Leer las políticas' },
	segundo_factor: { to: '/perfil', label: 'Ir a mi perfil' },
}

/** Steps that exceed the default timeout: a backup writes the whole database. */
const slow: Partial<Record<FirstDayStep, Pick<Act, 'timeoutMs' | 'ifLost'>>> = {
	respaldo: {
		timeoutMs: 600_000,
		ifLost: 'El respaldo puede seguir escribiéndose: espera un momento y mira aquí si está listo.',
	},
}

interface StepProps {
	readonly item: FirstDayItem
	readonly isEditable: boolean
	readonly trials: readonly TrialPayment[] | undefined
}

function Step({ item, isEditable, trials }: StepProps) {
	const { paso, listo, texto } = item
	const { title, help, action, again = 'Probar otra vez' } = firstDayTexts[paso]
	const { act, isBusy, problem } = useAct()
	const link = links[paso]
	const isTried = isEditable && !(listo && paso === 'politicas')
	const tried = isTried ? triedSteps.find((step) => step === paso) : undefined
	// A step that becomes ready here stays open with its result.
	const [wasReady] = useState(listo)
	const heading = (
		<h4 className="title-s">
			<span>{`${title} `}</span>
			<Badge tone={listo ? 'ok' : 'warn'}>{listo ? 'Listo' : 'Falta'}</Badge>
		</h4>
	)
	const body = (
		<>
			<div className="can-shrink">
				{!wasReady && heading}
				<p className="muted small">{help}</p>
				{texto && <p className="small">{texto}</p>}
				{problem && <Alert>{problem}</Alert>}
			</div>
			<div className="first-day-ways">
				{link && (wasReady || !listo) && (
					<Link className="link" to={link.to}>
						<span>{link.label}</span>
						<span className="visually-hidden">{`: ${title}`}</span>
					</Link>
				)}
				{tried && (
					<Button
						look="outline"
						isBusy={isBusy}
						onClick={() => {
							const request = requestTo(tryStep, { params: { paso: tried } })
							void act({ request, done: `${title}: hecho`, ...slow[paso] })
						}}
					>
						<span>{listo ? again : action}</span>
						<span className="visually-hidden">{`: ${title}`}</span>
					</Button>
				)}
			</div>
			{trials && <TrialPayments trials={trials} />}
		</>
	)
	if (!wasReady) return <li className="first-day-step first-day-line">{body}</li>
	return (
		<li className="first-day-line">
			<details>
				<summary>
					{heading}
					<Icon name="down" />
				</summary>
				<div className="first-day-step">{body}</div>
			</details>
		</li>
	)
}

/** The checklist before the first sale, most urgent first, each step with its link; steps that were ready are folded. */
export default function FirstDaySection() {
	const { data, isError, refetch } = useFirstDay({ refetchMs: 10_000 })
	return (
		<PanelSection>
			{isError && <LoadFailed text="No pudimos leer la lista." onRetry={() => void refetch()} />}
			{!data && !isError && <Skeleton size="card" label="Cargando la lista" />}
			{data && (
				<p className="below-xs strong">
					{data.faltan === 0
						? 'Todo está listo. La tienda puede quedar sola.'
						: `${data.count - data.faltan} de ${data.count} pasos listos.`}
				</p>
			)}
			{data && !data.editable && <p className="muted small">Solo un superusuario puede probar los pasos.</p>}
			<ol>
				{data?.results.map((item) => (
					<Step
						key={item.paso}
						item={item}
						isEditable={data.editable}
						trials={item.paso === 'pasarela' && data.editable ? data.pagos_prueba : undefined}
					/>
				))}
			</ol>
		</PanelSection>
	)
}
