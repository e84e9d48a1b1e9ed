import { useState } from 'react'
import type { RoundStop } from '#contract/staff/rounds.ts'
import type { PhotoMode } from '#domain/rounds/delivery-photo.ts'
import { motivoNoEntregaText, pasosSiguientes, pressableMotivos } from '#domain/rounds/delivery-state.ts'
import { whoMay } from '#domain/staff/permissions.ts'
import { CashReceived, useCashReceived } from '#web/staff/rounds/cash-received.tsx'
import { PhotoField } from '#web/staff/rounds/photo-field.tsx'
import { usePress } from '#web/staff/rounds/use-presses.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Field, SelectField } from '#web/ui/field.tsx'

interface PressProps {
	readonly stop: RoundStop
	/** Whether the owner requires a photo. */
	readonly foto: PhotoMode
	readonly onClose: () => void
}

const missingPhoto = 'Toma la foto, o marca que no se pudo.'

/** State of the photo of a press. */
function usePhoto(mode: PhotoMode) {
	const [photo, setPhoto] = useState<Blob>()
	const [isMissing, setMissing] = useState(false)
	/** Returns whether a required photo is missing, and shows the error. `without`: the camera failed. */
	function lacks(without: boolean): boolean {
		const lacking = mode === 'pedida' && !photo && !without
		setMissing(lacking)
		return lacking
	}
	return { photo, setPhoto, lacks, error: isMissing && !photo ? missingPhoto : undefined }
}

function Photo({ label, mode, taken }: { label: string; mode: PhotoMode; taken: ReturnType<typeof usePhoto> }) {
	return (
		<>
			<PhotoField label={label} mode={mode} error={taken.error} onPhoto={taken.setPhoto} />
			{mode === 'pedida' && !taken.photo && (
				<label className="choice-line">
					<input type="checkbox" name="sin_foto" /> No pude tomar la foto
				</label>
			)}
		</>
	)
}

/** The fields of a press that identify its stop. */
export const placeOf = ({ id, nro_orden }: RoundStop) => ({ parada_id: id, nro_orden })

/** Confirms a delivery: the recipient and, if due, the cash. */
export function DeliverDialog({ stop, foto, onClose }: PressProps) {
	const { press, isBusy, problem } = usePress()
	const taken = usePhoto(foto)
	const [pressedAt] = useState(() => new Date().toISOString())
	const cash = useCashReceived(stop.por_cobrar)
	return (
		<ActionDialog
			title={`¿Entregaste la orden ${stop.nro_orden}?`}
			confirmText="Entregada"
			isBusy={isBusy}
			problem={problem}
			onClose={onClose}
			onConfirm={async ({ recibe = '', sin_foto }) => {
				const lacksPhoto = taken.lacks(sin_foto !== undefined)
				if (cash.isWrong() || lacksPhoto) return
				const money = cash.due > 0 ? { recibido: cash.recibido, por_cobrar: cash.due } : {}
				const pressed = { tipo: 'entregada', hecha_at: pressedAt, recibe: recibe.trim(), ...money } as const
				if (await press({ ...placeOf(stop), ...pressed }, `Orden ${stop.nro_orden} entregada`, taken.photo)) onClose()
			}}
		>
			<Field label="Quién la recibe" name="recibe" defaultValue={stop.nombre} maxLength={80} autoComplete="off" />
			<CashReceived cash={cash} />
			<Photo label="Foto de lo entregado" mode={foto} taken={taken} />
		</ActionDialog>
	)
}

/** Next step of the order. Cancelling happens on the order's own screen, which confirms it again. */
function NextStep({ stop }: { stop: RoundStop }) {
	const isPaid = stop.orden_estado === 'pagada'
	return (
		<>
			<fieldset className="can-shrink">
				<legend>Qué sigue</legend>
				<label className="choice-line">
					<input type="radio" name="sigue" value="otra_ronda" defaultChecked /> Llevarla en otra ronda
				</label>
				<label className="choice-line">
					<input type="radio" name="sigue" value="anular" />
					<span>{` ${isPaid ? 'Devolver el dinero' : 'Anular la orden'}`}</span>
				</label>
			</fieldset>
			<p className="small">{`Se lo decimos al cliente. ${isPaid ? 'Devolver el dinero' : 'Anularla'} no ocurre solo: queda como caso, y lo hace ${whoMay('devolver_dinero')} desde la orden.`}</p>
		</>
	)
}

/** Records a failed delivery: the reason and the next step. */
export function FailDialog({ stop, foto, onClose }: PressProps) {
	const { press, isBusy, problem } = usePress()
	const taken = usePhoto(foto)
	const [pressedAt] = useState(() => new Date().toISOString())
	return (
		<ActionDialog
			title={`¿No pudiste entregar la orden ${stop.nro_orden}?`}
			confirmText="No se entregó"
			isBusy={isBusy}
			problem={problem}
			onClose={onClose}
			onConfirm={async ({ motivo, nota = '', sigue, sin_foto }) => {
				if (taken.lacks(sin_foto !== undefined)) return
				const why = pressableMotivos.find((one) => one === motivo) ?? 'otro'
				const next = pasosSiguientes.find((one) => one === sigue) ?? 'otra_ronda'
				const outcome = { motivo: why, nota: nota.trim(), sigue: next }
				const pressed = { ...placeOf(stop), ...outcome, tipo: 'no_entregada', hecha_at: pressedAt } as const
				if (await press(pressed, `Orden ${stop.nro_orden}: no se entregó`, taken.photo)) onClose()
			}}
		>
			<SelectField label="Qué pasó" name="motivo">
				{pressableMotivos.map((motivo) => (
					<option key={motivo} value={motivo}>
						{motivoNoEntregaText[motivo]}
					</option>
				))}
			</SelectField>
			<Field label="Nota (opcional)" name="nota" maxLength={300} autoComplete="off" />
			<Photo label="Foto de la puerta" mode={foto} taken={taken} />
			<NextStep stop={stop} />
		</ActionDialog>
	)
}
