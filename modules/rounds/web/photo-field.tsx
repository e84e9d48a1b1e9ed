import { useEffect, useId, useState } from 'react'
import { useFieldError } from '#core/web/forms/action-form.tsx'
import { heicText, isHeic } from '#core/web/ui/heic.ts'
import type { PhotoMode } from '#modules/rounds/delivery-photo.ts'
import { shrinkPhoto } from '#modules/rounds/web/shrink-photo.ts'

interface PhotoFieldProps {
	readonly label: string
	readonly mode: PhotoMode
	readonly onPhoto: (photo: Blob | undefined) => void
}

function Preview({ photo }: { photo: Blob }) {
	const [address, setAddress] = useState<string>()
	useEffect(() => {
		const made = URL.createObjectURL(photo)
		setAddress(made)
		return () => URL.revokeObjectURL(made)
	}, [photo])
	return address && <img src={address} alt="La foto que se enviará" className="photo-preview" />
}

/** Takes a photo with the camera and compresses it. Renders nothing when photos are off. */
export function PhotoField({ label, mode, onPhoto }: PhotoFieldProps) {
	const id = useId()
	const [photo, setPhoto] = useState<Blob>()
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
			{photo && <Preview photo={photo} />}
			<p id={`${id}-error`} className="field-error" aria-live="polite">
				{shown}
			</p>
		</div>
	)
}
