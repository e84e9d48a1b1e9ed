import { type ReactNode, useId, useState } from 'react'
import { formatClp } from '#core/rules/money.ts'
import { whoMay } from '#core/rules/permissions.ts'
import { FormDialog, FormField, FormSelect, useFieldError } from '#core/web/forms/action-form.tsx'
import { checked, readWhole, type Values, type Wrong } from '#core/web/forms/checked.ts'
import { heicText, isHeic, useObjectUrl } from '#core/web/ui/fields.tsx'
import { cashProblem } from '#modules/orders/handover.ts'
import {
	fittedSize,
	motivoNoEntregaText,
	type PhotoMode,
	pasosSiguientes,
	photoBytes,
	pressableMotivos,
} from '#modules/rounds/delivery-state.ts'
import type { RoundStop } from '#modules/rounds/shapes.ts'
import type { Press } from '#modules/rounds/web/outbox.ts'
import { usePress } from '#modules/rounds/web/use-round.tsx'

interface PressProps {
	readonly stop: RoundStop
	/** Whether the owner requires a photo. */
	readonly foto: PhotoMode
	readonly onClose: () => void
}

interface PressFormProps extends PressProps {
	readonly title: string
	readonly confirmText: string
	/** What is announced when it is done. */
	readonly done: string
	readonly photoLabel: string
	/** The press for the typed values, made at this time. */
	readonly read: (values: Values, hecha_at: string) => Press | Wrong
	/** The fields above and below the photo. */
	readonly children: ReactNode
	readonly after?: ReactNode
}

/** A press with its fields and its photo, which reaches the server at once or when there is a signal again. */
function PressForm({ foto, onClose, done, photoLabel, read, children, after, title, confirmText }: PressFormProps) {
	const { press, isBusy, problem } = usePress()
	const [photo, setPhoto] = useState<Blob>()
	const [pressedAt] = useState(() => new Date().toISOString())
	return (
		<FormDialog
			title={title}
			confirmText={confirmText}
			isBusy={isBusy}
			problem={problem}
			onClose={onClose}
			read={(values) => {
				const plan = read(values, pressedAt)
				const lacksPhoto = foto === 'pedida' && !photo && values.sin_foto === undefined
				const wrong = { foto: lacksPhoto ? 'Toma la foto, o marca que no se pudo.' : undefined }
				return 'wrong' in plan ? { wrong: { ...plan.wrong, ...wrong } } : checked(wrong, plan)
			}}
			send={async (plan) => {
				if (await press(plan, done, photo)) onClose()
			}}
		>
			{children}
			<PhotoField label={photoLabel} mode={foto} onPhoto={setPhoto} />
			{foto === 'pedida' && !photo && (
				<label className="choice-line">
					<input type="checkbox" name="sin_foto" /> No pude tomar la foto
				</label>
			)}
			{after}
		</FormDialog>
	)
}

/** The fields of a press that identify its stop. */
export const placeOf = ({ id, nro_orden }: RoundStop) => ({ parada_id: id, nro_orden })

/** Confirms a delivery: the recipient and, if due, the cash. */
export function DeliverDialog(props: PressProps) {
	const { stop } = props
	return (
		<PressForm
			{...props}
			title={`¿Entregaste la orden ${stop.nro_orden}?`}
			confirmText="Entregada"
			done={`Orden ${stop.nro_orden} entregada`}
			photoLabel="Foto de lo entregado"
			read={(values, hecha_at) => {
				const pressed = { ...placeOf(stop), tipo: 'entregada', hecha_at, recibe: (values.recibe ?? '').trim() } as const
				const { problem, money } = doorPaymentOf(values, stop.por_cobrar)
				return checked({ recibido: problem }, { ...pressed, ...money, por_cobrar: stop.por_cobrar })
			}}
		>
			<FormField label="Quién la recibe" name="recibe" isOptional defaultValue={stop.nombre} maxLength={80} />
			<DoorPayment due={stop.por_cobrar} />
		</PressForm>
	)
}

/** The fields of a request for the payment typed in `DoorPayment`, and why it is invalid. */
export function doorPaymentOf({ pago, recibido }: Values, due: number) {
	if (due === 0) return { money: {} }
	if (pago === 'transferencia') return { money: { por_transferencia: true } }
	const cash = readWhole(recibido ?? '') ?? 0
	return { problem: cashProblem(due, cash), money: { recibido: cash } }
}

/** How `due` CLP are paid at the hand-over. Renders nothing when nothing is due. */
export function DoorPayment({ due }: { due: number }) {
	const [isTransfer, setTransfer] = useState(false)
	const [typed, setTyped] = useState(String(due))
	const change = (readWhole(typed) ?? 0) - due
	if (due === 0) return null
	function choose(isByTransfer: boolean): void {
		setTransfer(isByTransfer)
		setTyped(String(due))
	}
	return (
		<>
			<fieldset className="can-shrink">
				<legend>Cómo pagó</legend>
				<label className="choice-line">
					<input type="radio" name="pago" value="efectivo" defaultChecked onChange={() => choose(false)} /> En efectivo
				</label>
				<label className="choice-line">
					<input type="radio" name="pago" value="transferencia" onChange={() => choose(true)} />
					<span> Pagó por transferencia</span>
				</label>
			</fieldset>
			{isTransfer ? (
				<p role="status">{`Son ${formatClp(due)}. La orden queda entregada y sin pagar, como caso, hasta que el equipo vea el dinero en el banco.`}</p>
			) : (
				<>
					<FormField
						label={`Efectivo recibido (la orden cuesta ${formatClp(due)})`}
						name="recibido"
						isNumber
						value={typed}
						onChange={(event) => setTyped(event.currentTarget.value)}
					/>
					<p role="status">{change >= 0 ? `Vuelto: ${formatClp(change)}` : `Faltan ${formatClp(-change)}`}</p>
				</>
			)}
		</>
	)
}

/** Records a failed delivery: the reason and the next step. Cancelling happens on the order's own screen, which confirms it again. */
export function FailDialog(props: PressProps) {
	const { stop } = props
	const isPaid = stop.orden_estado === 'pagada'
	return (
		<PressForm
			{...props}
			title={`¿No pudiste entregar la orden ${stop.nro_orden}?`}
			confirmText="No se entregó"
			done={`Orden ${stop.nro_orden}: no se entregó`}
			photoLabel="Foto de la puerta"
			read={({ motivo, nota = '', sigue }, hecha_at) => ({
				...placeOf(stop),
				tipo: 'no_entregada',
				hecha_at,
				motivo: pressableMotivos.find((one) => one === motivo) ?? 'otro',
				nota: nota.trim(),
				sigue: pasosSiguientes.find((one) => one === sigue) ?? 'otra_ronda',
			})}
			after={
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
			}
		>
			<FormSelect
				label="Qué pasó"
				name="motivo"
				options={pressableMotivos.map((motivo) => [motivo, motivoNoEntregaText[motivo]])}
			/>
			<FormField label="Nota (opcional)" name="nota" isOptional maxLength={300} />
		</PressForm>
	)
}

type Collected = Pick<RoundStop, 'cobrado' | 'vuelto' | 'estado' | 'metodo_pago' | 'dinero'>

/** The collected cash and its change: `cobrado $10.000, vuelto $500`; empty when nothing was collected. */
export function collectedText({ cobrado, vuelto, estado, metodo_pago, dinero }: Collected): string {
	if (estado === 'entregada' && metodo_pago === 'transferencia' && dinero === 'sin_pago')
		return 'pagó por transferencia, falta verla'
	if (cobrado === null) return ''
	return `cobrado ${formatClp(cobrado)}${vuelto ? `, vuelto ${formatClp(vuelto)}` : ''}`
}

interface PhotoFieldProps {
	readonly label: string
	readonly mode: PhotoMode
	readonly onPhoto: (photo: Blob | undefined) => void
}

/** Takes a photo with the camera and compresses it. Renders nothing when photos are off. */
function PhotoField({ label, mode, onPhoto }: PhotoFieldProps) {
	const id = useId()
	const [photo, setPhoto] = useState<Blob>()
	const preview = useObjectUrl(photo)
	const missing = useFieldError('foto')
	const [problem, setProblem] = useState<string>()
	if (mode === 'nunca') return null
	async function take(file: File | undefined) {
		const small = file && (await shrinkPhoto(file))
		const unread = file && isHeic(file) ? heicText : 'Este teléfono no pudo leer la foto. Toma otra.'
		setProblem(file && !small ? unread : undefined)
		setPhoto(small)
		onPhoto(small)
	}
	const shown = problem ?? (photo ? undefined : missing)
	return (
		<div className="photo-field">
			<label htmlFor={id}>{`${label}${mode === 'opcional' ? ' (opcional)' : ''}`}</label>
			<input
				id={id}
				name="foto"
				type="file"
				accept="image/*"
				capture="environment"
				aria-describedby={shown ? `${id}-error` : undefined}
				onChange={(event) => void take(event.currentTarget.files?.[0])}
			/>
			{preview && <img src={preview} alt="La foto que se enviará" className="photo-preview" />}
			<p id={`${id}-error`} className="field-error" aria-live="polite">
				{shown}
			</p>
		</div>
	)
}

/** JPEG qualities, tried in order until the file is small enough. */
const qualities = [0.8, 0.65, 0.5, 0.35]

/**
 * Returns the photo re-encoded as a small upright JPEG without its EXIF data (place and time). Returns undefined when the browser
 * cannot decode it.
 */
async function shrinkPhoto(file: Blob): Promise<Blob | undefined> {
	const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => undefined)
	if (!picture) return undefined
	const canvas = document.createElement('canvas')
	Object.assign(canvas, fittedSize(picture.width, picture.height))
	canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
	picture.close()
	let smallest: Blob | null = null
	for (const quality of qualities) {
		smallest = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
		if (smallest && smallest.size <= photoBytes) break
	}
	return smallest ?? undefined
}
