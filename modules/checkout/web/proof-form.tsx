import { useRef, useState } from 'react'
import { Alert } from '#core/web/ui/alert.tsx'
import { Button } from '#core/web/ui/button.tsx'
import { Icon } from '#core/web/ui/icon.tsx'
import { proofTypes, useProofUpload } from '#modules/checkout/web/use-proof-upload.ts'

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
					{file ? `${file.name} · toca para cambiarla` : 'Una captura o foto en JPG, PNG o WebP, hasta 10 MB.'}
				</p>
			</div>
			{problem && <Alert>{problem}</Alert>}
			<Button type="submit" isBusy={isBusy}>
				Enviar comprobante
			</Button>
		</form>
	)
}
