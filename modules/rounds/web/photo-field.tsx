import { useEffect, useId, useState } from 'react'
import { useFieldError } from '#core/web/forms/action-form.tsx'
import { heicText, isHeic } from '#core/web/ui/fields.tsx'
import { fittedSize, type PhotoMode, photoBytes } from '#modules/rounds/delivery-photo.ts'

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

/** JPEG qualities, tried in order until the file is small enough. */
const qualities = [0.8, 0.65, 0.5, 0.35]

const encode = (canvas: HTMLCanvasElement, quality: number) =>
	new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))

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
		smallest = await encode(canvas, quality)
		if (smallest && smallest.size <= photoBytes) break
	}
	return smallest ?? undefined
}
