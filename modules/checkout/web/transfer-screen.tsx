import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { failures } from '#core/contract/failure.ts'
import { formatClp } from '#core/rules/money.ts'
import { isRecord } from '#core/rules/values.ts'
import { call } from '#core/web/session/api.ts'
import { fetchFrom, withQueries } from '#core/web/session/query-client.tsx'
import { Button, LinkButton } from '#core/web/ui/buttons.tsx'
import { heicText, isHeic, useObjectUrl } from '#core/web/ui/fields.tsx'
import { useHydrated } from '#core/web/ui/hooks.ts'
import { Icon, Skeleton } from '#core/web/ui/parts.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { readCart } from '#modules/cart/cart.ts'
import { confirmTransferOrder } from '#modules/checkout/endpoints.ts'
import { BankDetails } from '#modules/checkout/web/bank-details.tsx'
import { type Refusal, useCheckoutOptions } from '#modules/checkout/web/form-part.tsx'
import type { Estado } from '#modules/orders/estado.ts'
import { transferReservationHours } from '#modules/orders/hold-times.ts'
import { refusedProofText } from '#modules/orders/refused-proof.ts'
import { OrderLines, ReadTotal } from '#modules/orders/web/order-lines.tsx'
import type { TransferState } from '#modules/orders/web/own-order.ts'
import { uploadProof } from '#modules/payments/endpoints.ts'
import { maxProofBytes } from '#modules/payments/proof-limits.ts'
import '#modules/checkout/web/transfer.css'

function Bank({ order }: { order: TransferState }) {
	const options = useCheckoutOptions()
	if (options.data) return <BankDetails banco={options.data.banco} total={order.total} nro_orden={order.nro_orden} />
	if (!options.isError) return <Skeleton size="page" label="Cargando los datos para transferir…" />
	return (
		<div className="stack loose from-start">
			<Alert>No pudimos cargar los datos de la cuenta. También los enviamos a tu correo.</Alert>
			<Button look="outline" onClick={() => void options.refetch()}>
				Reintentar
			</Button>
		</div>
	)
}

/** First message of each stage. An expired transfer must be stopped, and a sent one accepted. */
function headOf(
	stage: TransferStage,
	{ nro_orden, total, comprobante_rechazado }: TransferState,
): readonly [title: string, text: string] {
	const which = nro_orden === undefined ? 'tu pedido' : `tu orden N° ${nro_orden}`
	const reserved = nro_orden === undefined ? 'Tu pedido quedó reservado' : `Tu orden N° ${nro_orden} quedó reservada`
	switch (stage) {
		case 'abierta':
			if (comprobante_rechazado) {
				return [
					'Sube otro comprobante',
					`${refusedProofText(comprobante_rechazado)} Si ya transferiste ${formatClp(total)}, no hace falta transferir de nuevo.`,
				]
			}
			return [
				`Transfiere ${formatClp(total)}`,
				`${reserved} por ${transferReservationHours} horas. Transfiere dentro de ese plazo y sube el comprobante para que la preparemos.`,
			]
		case 'vencida':
			return [
				'El plazo para transferir terminó',
				`Ya no guardamos las unidades de ${which}: no transfieras ahora. Si todavía las quieres, haz un pedido nuevo. Solo si ya transferiste, sube el comprobante y revisaremos tu pago.`,
			]
		case 'en_revision':
			return [
				'Recibimos tu comprobante',
				`Una persona revisa el pago de ${which}. Si te equivocaste de imagen, sube otra: no hace falta transferir de nuevo.`,
			]
		case 'pagada':
			return ['Tu pago está confirmado', `No tienes que transferir nada más por ${which}.`]
		case 'cancelada':
			return [
				'Tu pedido fue cancelado',
				`Ya no esperamos el pago de ${which}: no transfieras ahora. Si ya transferiste, escríbenos.`,
			]
	}
}

function Transfer({ known }: { known: TransferState }) {
	// The order expires or is changed by staff while the page is open. Before the first answer: its state at navigation.
	const { data, refetch } = useQuery({
		queryKey: ['transferencia', known.orden_id],
		queryFn: () => fetchFrom(confirmTransferOrder, { query: { orden_id: known.orden_id } }),
		staleTime: 0,
		refetchInterval: 60_000,
		refetchOnWindowFocus: true,
	})
	const order = { ...known, ...data }
	const stage = transferStage(data?.estado, known.isExpired)
	const [title, text] = headOf(stage, order)
	const isOver = stage === 'pagada' || stage === 'cancelada'
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => {
		// The form disappeared with the focus in it.
		if (isOver && document.activeElement === document.body) heading.current?.focus()
	}, [isOver])
	return (
		<div className="page">
			<div role="status">
				<h1 ref={heading} tabIndex={-1} className="title-l">
					{title}
				</h1>
				<p className="transfer-lead muted above-s">{text}</p>
			</div>
			<div className="transfer desk-columns">
				<div className="transfer-main">
					{stage === 'abierta' && <Bank order={order} />}
					<section aria-labelledby="transferencia-pedido">
						<h2 id="transferencia-pedido" className="title-m below-xs">
							Tu pedido
						</h2>
						<OrderLines lines={order.carrito} />
						<dl className="pay-parts">
							<ReadTotal order={order} />
						</dl>
					</section>
					{isOver && (
						<LinkButton to="/perfil?tab=ordenes" className="at-start">
							Ver mis órdenes
						</LinkButton>
					)}
				</div>
				{!isOver && <ProofForm orden_id={order.orden_id} onUnwanted={() => void refetch()} />}
			</div>
		</div>
	)
}

function Missing() {
	return (
		<div className="page">
			<div className="empty-state stack loose">
				<h1 className="title-l">Transferencia</h1>
				<Alert>No se encontró información de la orden.</Alert>
				<p className="muted narrow">Si ya hiciste un pedido, lo encuentras en tu perfil con sus datos de pago.</p>
				<LinkButton to="/">Volver al inicio</LinkButton>
			</div>
		</div>
	)
}

/** Preview of the chosen image, or the drop zone. */
function ProofPreview({ file }: { file: File | undefined }) {
	const preview = useObjectUrl(file)
	// The shop may accept an image that this browser cannot render.
	const [unseen, setUnseen] = useState<string>()
	const isUnseen = preview !== undefined && preview === unseen
	if (preview && !isUnseen) return <img src={preview} alt="Tu comprobante" onError={() => setUnseen(preview)} />
	return (
		<p className="drop-words stack tight">
			<Icon name="plus" />
			{isUnseen ? (
				<span>No podemos mostrar esta imagen</span>
			) : (
				<span>
					Elige una imagen<span className="drop-mouse"> o arrástrala aquí</span>
				</span>
			)}
		</p>
	)
}

/** Proof of a transfer: choose or drop an image, preview it, send it. `onUnwanted`: the order no longer accepts a proof. */
function ProofForm({ orden_id, onUnwanted }: { orden_id: string; onUnwanted: () => void }) {
	const navigate = useNavigate()
	const input = useRef<HTMLInputElement>(null)
	const [file, setFile] = useState<File>()
	const [problem, setProblem] = useState('')
	const upload = useMutation({
		mutationFn: (body: FormData) => call(uploadProof, { body }, { timeoutMs: 120_000 }),
	})

	function choose(chosen: File | undefined): void {
		const wrong = chosen && proofProblem(chosen)
		setProblem(wrong ?? '')
		setFile(wrong ? undefined : chosen)
	}

	async function onSubmit(event: FormEvent): Promise<void> {
		event.preventDefault()
		if (upload.isPending) return
		setProblem(file ? '' : failures.comprobante_falta.text)
		if (!file) return input.current?.focus()
		const body = new FormData()
		// First: the server validates the order before it reads the image.
		body.append('orden_id', orden_id)
		body.append('comprobante', file)
		const answer = await upload.mutateAsync(body)
		if (answer.ok) return void navigate(`/checkout-success?orden_id=${encodeURIComponent(orden_id)}`)
		setProblem(uploadProblem(answer))
		if (answer.code === 'comprobante_no_corresponde') onUnwanted()
		input.current?.focus()
	}
	return (
		<form className="card proof-form" noValidate method="post" onSubmit={onSubmit}>
			<h2 className="title-m">Sube tu comprobante</h2>
			<div className="drop stack tight">
				<input
					ref={input}
					id="comprobante"
					name="comprobante"
					type="file"
					accept={proofTypes.join(',')}
					aria-label={file ? `Comprobante: ${file.name}. Elegir otro` : 'Comprobante de la transferencia'}
					aria-describedby="comprobante-ayuda"
					aria-invalid={problem ? true : undefined}
					onChange={(event) => choose(event.target.files?.[0])}
				/>
				<ProofPreview file={file} />
				<p id="comprobante-ayuda" className="muted small">
					{file ? `${file.name} · elige otra para cambiarla` : 'Una captura o foto en JPG, PNG o WebP, hasta 10 MB.'}
				</p>
			</div>
			{problem && <Alert>{problem}</Alert>}
			<Button type="submit" isBusy={upload.isPending}>
				Enviar comprobante
			</Button>
		</form>
	)
}

const proofTypes = ['image/jpeg', 'image/png', 'image/webp']

/** Returns the problem of a chosen file; undefined when it can be sent. */
export function proofProblem(
	file: { readonly name?: string; readonly type: string; readonly size: number } | undefined,
): string | undefined {
	if (!file) return failures.comprobante_falta.text
	if (isHeic(file)) return heicText
	if (!proofTypes.includes(file.type)) return failures.comprobante_no_imagen.text
	if (file.size === 0) return 'El archivo está vacío. Elige otra imagen.'
	return file.size > maxProofBytes ? failures.comprobante_grande.text : undefined
}

/** Returns the message for a rejected proof. */
export function uploadProblem(answer: Refusal): string {
	if (answer.status === 0) return 'Ocurrió un error al enviar el comprobante'
	return answer.text || 'Error desconocido al subir el comprobante'
}

/** Bank account and proof form of a transfer. The order is in the navigation state. */
function TransferScreen() {
	const isHydrated = useHydrated()
	const order = readTransferState(useLocation().state)
	if (!isHydrated) {
		return (
			<div className="page">
				<Skeleton size="title" />
			</div>
		)
	}
	return order ? <Transfer key={order.orden_id} known={order} /> : <Missing />
}

export default withQueries(TransferScreen)

/** Optional fields of the state. */
const otherFields = { nro_orden: undefined, despacho: 0, descuento: 0, isExpired: false, comprobante_rechazado: null }

/** Reads the navigation state of the transfer page; undefined unless it has order, total and cart. */
export function readTransferState(state: unknown): TransferState | undefined {
	if (!isRecord(state)) return undefined
	const { orden_id, total } = state
	const carrito = readCart(state.carrito)
	if (typeof orden_id !== 'string' || orden_id === '' || carrito.length === 0) return undefined
	return typeof total === 'number' ? { ...otherFields, ...state, orden_id, total, carrito } : undefined
}

/** Stage of a transfer, which selects the page's texts and parts. */
type TransferStage = 'abierta' | 'vencida' | 'en_revision' | 'pagada' | 'cancelada'

const stages: Readonly<Record<Estado, TransferStage>> = {
	pendiente: 'abierta',
	fallida: 'vencida',
	en_revision: 'en_revision',
	pagada: 'pagada',
	completado: 'pagada',
	cancelado: 'cancelada',
}

/** Returns the stage for the order's state; before it is known, for its initial time limit. */
export function transferStage(estado: Estado | undefined, wasExpired: boolean): TransferStage {
	if (estado === undefined) return wasExpired ? 'vencida' : 'abierta'
	return stages[estado]
}
