import { type AlertKind, alertKinds } from '#core/rules/staff-panel.ts'
import { PanelSection } from '#core/web/panel/panel-parts.tsx'
import { CallFailed } from '#core/web/session/query-client.tsx'
import { Button } from '#core/web/ui/buttons.tsx'
import { Skeleton } from '#core/web/ui/parts.tsx'
import { Alert, LoadFailed } from '#core/web/ui/screen-parts.tsx'
import { pushKindText } from '#modules/push/push-notices.ts'
import type { PushDevice, TestPushAnswer } from '#modules/push/shapes.ts'
import { isPhone, type Obstacle, pushObstacle, usePushDevices } from '#modules/push/web/push-devices.ts'
import '#modules/push/web/push.css'
import { useRef } from 'react'
import { formatMoment } from '#core/web/ui/format-date.ts'

type Devices = ReturnType<typeof usePushDevices>

/** Result of a test notification. */
function testText({ resultado, estado }: TestPushAnswer): string {
	const texts = {
		enviado:
			'El servicio de avisos lo recibió. Si no aparece en unos segundos, revisa el modo «No molestar» y los avisos del navegador.',
		vencido: 'Este navegador ya no recibe avisos. Actívalos otra vez.',
		rechazado: `El servicio de avisos lo rechazó (respuesta ${estado}). Desactiva los avisos y actívalos otra vez.`,
		sin_respuesta: `El servicio de avisos no lo tomó${estado === null ? '' : ` (respuesta ${estado})`}. Prueba en un momento.`,
	}
	return texts[resultado]
}

/** Returns the server's message, or one for a failure of the browser. */
function problemOf(error: Error | null): string | undefined {
	if (error === null) return undefined
	if (!(error instanceof CallFailed))
		return 'El navegador no pudo activar los avisos. Revisa la conexión e intenta otra vez.'
	const { status, text } = error.refusal
	return status === 0 ? 'Sin conexión. Intenta otra vez.' : text || 'Algo falló. Intenta otra vez.'
}

function Kinds({ device, changeKinds }: { device: PushDevice; changeKinds: Devices['changeKinds'] }) {
	const wanted =
		changeKinds.isPending && changeKinds.variables.id === device.id ? changeKinds.variables.tipos : device.tipos
	const toggle = (kind: AlertKind) => {
		const tipos = alertKinds.filter((one) => (one === kind ? !wanted.includes(one) : wanted.includes(one)))
		changeKinds.mutate({ id: device.id, tipos })
	}
	return (
		<fieldset className="push-kinds">
			<legend className="strong">De qué avisar</legend>
			{alertKinds.map((kind) => (
				<label key={kind} className="push-kind choice-line">
					<input type="checkbox" checked={wanted.includes(kind)} onChange={() => toggle(kind)} />
					<span>{pushKindText[kind]}</span>
				</label>
			))}
		</fieldset>
	)
}

/** This browser with notifications on: their types, a test, and the button to disable them. */
function ThisBrowserOn({ device, devices }: { device: PushDevice; devices: Devices }) {
	const { changeKinds, test, remove } = devices
	return (
		<>
			<p>{`Activados en ${device.nombre}. Muestran solo de qué se trata y el número de la orden: nada de quien compra.`}</p>
			<Kinds device={device} changeKinds={changeKinds} />
			<div className="push-ways">
				<Button look="outline" isBusy={test.isPending} onClick={() => test.mutate(device.id)}>
					Probar
				</Button>
				<Button
					look="plain"
					isBusy={remove.isPending}
					onClick={() => remove.mutate({ id: device.id, isThisBrowser: true })}
				>
					Desactivar
				</Button>
			</div>
		</>
	)
}

/** This browser with notifications off: the button to enable them, or the obstacle. */
function ThisBrowserOff({ publicKey, turnOn }: { publicKey: string; turnOn: Devices['turnOn'] }) {
	const wasDenied = turnOn.isSuccess && turnOn.data === undefined
	const obstacle = pushObstacle() ?? (wasDenied ? 'bloqueado' : undefined)
	if (obstacle) return <HowToAllow obstacle={obstacle} />
	return (
		<>
			<p>Te avisamos al momento de un pedido nuevo, un comprobante, un caso, stock bajo o una entrega atrasada.</p>
			<div className="push-ways">
				<Button isBusy={turnOn.isPending} onClick={() => turnOn.mutate(publicKey)}>
					Activar avisos
				</Button>
			</div>
		</>
	)
}

/** The account's devices with Web Push, this browser first. */
export default function PushSection() {
	const devices = usePushDevices()
	const { query, turnOn, changeKinds, remove, test } = devices
	const { data, isError, refetch } = query
	const problem = [turnOn, changeKinds, remove, test].map(({ error }) => problemOf(error)).find(Boolean)
	return (
		<PanelSection>
			<div className="push-card stack">
				<h4 className="title-s">{`Avisos en este ${isPhone() ? 'teléfono' : 'computador'}`}</h4>
				{isError && <LoadFailed text="No pudimos leer tus avisos." onRetry={() => void refetch()} />}
				{!data && !isError && <Skeleton size="card" label="Cargando tus avisos" />}
				{data?.thisBrowser && <ThisBrowserOn device={data.thisBrowser} devices={devices} />}
				{data && !data.thisBrowser && <ThisBrowserOff publicKey={data.clave_publica} turnOn={turnOn} />}
				<p role="status" className="push-outcome">
					{test.data && !test.isPending && testText(test.data)}
				</p>
				{problem && <Alert>{problem}</Alert>}
			</div>
			{data && (
				<DeviceRows devices={data.dispositivos.filter(({ id }) => id !== data.thisBrowser?.id)} remove={remove} />
			)}
		</PanelSection>
	)
}

function lastText({ ultimo_ok_at, ultimo_fallo_at, created_at }: PushDevice): string {
	const hasFailed = ultimo_fallo_at !== null && (ultimo_ok_at === null || ultimo_fallo_at > ultimo_ok_at)
	if (hasFailed) return `El último aviso falló: ${formatMoment(ultimo_fallo_at)}`
	return ultimo_ok_at ? `Último aviso: ${formatMoment(ultimo_ok_at)}` : `Activado: ${formatMoment(created_at)}`
}

const kindsText = ({ tipos }: PushDevice) =>
	tipos.length === 0 ? 'Sin avisos' : tipos.map((kind) => pushKindText[kind]).join(' · ')

interface DeviceRowsProps {
	readonly devices: readonly PushDevice[]
	readonly remove: ReturnType<typeof usePushDevices>['remove']
}

/** The account's other devices, each with a button to disable its notifications. */
function DeviceRows({ devices, remove }: DeviceRowsProps) {
	const title = useRef<HTMLHeadingElement>(null)
	if (devices.length === 0) return null
	// The pressed row is removed, so the focus moves to the heading.
	const moveFocus = { onSuccess: () => title.current?.focus() }
	return (
		<section aria-labelledby="otros-avisos" className="push-others">
			<h4 ref={title} id="otros-avisos" tabIndex={-1} className="title-s">
				Tus otros dispositivos
			</h4>
			<ul>
				{devices.map((device) => (
					<li key={device.id} className="push-row">
						<div className="can-shrink">
							<p className="strong">{device.nombre}</p>
							<p className="muted small">{kindsText(device)}</p>
							<p className="muted small">{lastText(device)}</p>
						</div>
						<Button
							look="plain"
							isBusy={remove.isPending && remove.variables.id === device.id}
							onClick={() => remove.mutate({ id: device.id, isThisBrowser: false }, moveFocus)}
						>
							Quitar<span className="visually-hidden">{` los avisos de ${device.nombre}`}</span>
						</Button>
					</li>
				))}
			</ul>
		</section>
	)
}

/** Explains the obstacle to notifications in this browser and its solution. */
function HowToAllow({ obstacle }: { readonly obstacle: Obstacle }) {
	if (obstacle === 'sin_instalar')
		return (
			<>
				<p>En iPhone y iPad los avisos llegan solo a una app de la pantalla de inicio (iOS 16.4 o más nuevo):</p>
				<ol className="push-steps">
					<li>
						Toca <strong>Compartir</strong>, el cuadrado con la flecha hacia arriba.
					</li>
					<li>
						Elige <strong>Agregar a inicio</strong> y confirma.
					</li>
					<li>Abre la tienda desde ese ícono, inicia sesión y vuelve a esta sección.</li>
				</ol>
			</>
		)
	if (obstacle === 'bloqueado')
		return (
			<>
				<p>Este navegador tiene bloqueados los avisos de la tienda. Para permitirlos:</p>
				<ol className="push-steps">
					<li>
						Toca el ícono a la izquierda de la dirección de la página, o abre los ajustes de la app en el teléfono.
					</li>
					<li>
						En <strong>Notificaciones</strong> elige <strong>Permitir</strong>.
					</li>
					<li>Vuelve a cargar esta página.</li>
				</ol>
			</>
		)
	return (
		<p>
			Este navegador no recibe avisos. Prueba con Chrome, Edge, Firefox o Safari al día, fuera del modo incógnito, y con
			una dirección que empiece con https.
		</p>
	)
}
