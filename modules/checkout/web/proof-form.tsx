import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { failures } from '#core/contract/failure.ts'
import { type ApiAnswer, call } from '#core/web/session/api.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { heicText, isHeic } from '#core/web/ui/fields.tsx'
import { Icon } from '#core/web/ui/parts.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { uploadProof } from '#modules/payments/endpoints.ts'
import { maxProofBytes } from '#modules/payments/proof-limits.ts'

/** Preview of the chosen image, or the drop zone. */
function ProofPreview({ preview }: { preview: string | undefined }) {
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

/** Proof of a transfer: choose or drop an image, preview it, send it. */
export function ProofForm({ orden_id, onUnwanted }: { orden_id: string; onUnwanted: () => void }) {
	const { file, preview, problem, isBusy, choose, send } = useProofUpload(orden_id, onUnwanted)
	const input = useRef<HTMLInputElement>(null)
	return (
		<form
			className="card proof-form"
			noValidate
			method="post"
			onSubmit={async (event) => {
				event.preventDefault()
				if (!(await send())) input.current?.focus()
			}}
		>
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
				<ProofPreview preview={preview} />
				<p id="comprobante-ayuda" className="muted small">
					{file ? `${file.name} · elige otra para cambiarla` : 'Una captura o foto en JPG, PNG o WebP, hasta 10 MB.'}
				</p>
			</div>
			{problem && <Alert>{problem}</Alert>}
			<Button type="submit" isBusy={isBusy}>
				Enviar comprobante
			</Button>
		</form>
	)
}

const missingText = failures.comprobante_falta.text
const emptyText = 'El archivo está vacío. Elige otra imagen.'
const proofTypes = ['image/jpeg', 'image/png', 'image/webp']

/** Returns the problem of a chosen file; undefined when it can be sent. */
export function proofProblem(
	file: { readonly name?: string; readonly type: string; readonly size: number } | undefined,
): string | undefined {
	if (!file) return missingText
	if (isHeic(file)) return heicText
	if (!proofTypes.includes(file.type)) return failures.comprobante_no_imagen.text
	if (file.size === 0) return emptyText
	return file.size > maxProofBytes ? failures.comprobante_grande.text : undefined
}

/** Returns the message for a rejected proof. */
export function uploadProblem(answer: Extract<ApiAnswer<never>, { ok: false }>): string {
	if (answer.status === 0) return 'Ocurrió un error al enviar el comprobante'
	return answer.text || 'Error desconocido al subir el comprobante'
}

/** Object URL of a local file. */
function usePreview(file: File | undefined): string | undefined {
	const [url, setUrl] = useState<string>()
	useEffect(() => {
		if (!file) return setUrl(undefined)
		const made = URL.createObjectURL(file)
		setUrl(made)
		return () => URL.revokeObjectURL(made)
	}, [file])
	return url
}

/** State of a proof upload for one transfer. `onUnwanted`: the order no longer accepts a proof. */
function useProofUpload(orden_id: string, onUnwanted: () => void) {
	const navigate = useNavigate()
	const [file, setFile] = useState<File>()
	const [problem, setProblem] = useState('')
	const preview = usePreview(file)
	const upload = useMutation({
		mutationFn: (body: FormData) => call(uploadProof, { body }, { timeoutMs: 120_000 }),
	})

	function choose(chosen: File | undefined): void {
		const wrong = chosen && proofProblem(chosen)
		setProblem(wrong ?? '')
		setFile(wrong ? undefined : chosen)
	}

	/** Sends the proof; returns false when the file is invalid. */
	async function send(): Promise<boolean> {
		if (upload.isPending) return true
		if (!file) {
			setProblem(missingText)
			return false
		}
		setProblem('')
		const body = new FormData()
		// First: the server validates the order before it reads the image.
		body.append('orden_id', orden_id)
		body.append('comprobante', file)
		const answer = await upload.mutateAsync(body)
		if (answer.ok) navigate(`/checkout-success?orden_id=${encodeURIComponent(orden_id)}`)
		else setProblem(uploadProblem(answer))
		if (!answer.ok && answer.code === 'comprobante_no_corresponde') onUnwanted()
		return answer.ok
	}
	return { file, preview, problem, isBusy: upload.isPending, choose, send }
}
