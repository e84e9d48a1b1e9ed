import { useRef } from 'react'
import { Button } from '#core/web/ui/buttons.tsx'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { pushKindText } from '#modules/push/push-notices.ts'
import type { PushDevice } from '#modules/push/shapes.ts'
import type { usePushDevices } from '#modules/push/web/use-push-devices.ts'

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
export function DeviceRows({ devices, remove }: DeviceRowsProps) {
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
