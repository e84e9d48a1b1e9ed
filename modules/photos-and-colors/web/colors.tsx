import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useState } from 'react'
import { failures } from '#core/contract/failure.ts'
import { maxPhotoBytes, photoField } from '#core/rules/limits.ts'
import { actProblem } from '#core/web/panel/act.ts'
import { announce, panelKey } from '#core/web/panel/panel-parts.tsx'
import { call, requestTo } from '#core/web/session/api.ts'
import { callWithIdentity } from '#core/web/session/identity-request.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { ConfirmDialog } from '#core/web/ui/dialogs.tsx'
import { heicText, isHeic } from '#core/web/ui/fields.tsx'
import { Skeleton } from '#core/web/ui/parts.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { createColor, listColors, removeColorPhoto, setColorPhoto } from '#modules/photos-and-colors/endpoints.ts'
import type { CreateColorRequest, StaffColor } from '#modules/photos-and-colors/shapes.ts'
import '#modules/photos-and-colors/web/colors.css'
import { FormField, PageForm, SendButton } from '#core/web/forms/action-form.tsx'
import { checked, readWhole, type Values, type Wrong } from '#core/web/forms/checked.ts'
import { firstSwatch } from '#modules/catalog/color-themes.ts'
import { maxColorName, refuseNewColor } from '#modules/photos-and-colors/new-color.ts'

const photoTypes = ['image/jpeg', 'image/png', 'image/webp']
const uploadMs = 180_000

/** The chosen photo with an address to look at it, until it is used or dropped. */
function useChosenPhoto() {
	const [file, setFile] = useState<File>()
	const [preview, setPreview] = useState<string>()
	useEffect(() => {
		if (!file) return setPreview(undefined)
		const address = URL.createObjectURL(file)
		setPreview(address)
		return () => URL.revokeObjectURL(address)
	}, [file])
	return { file, preview, setFile }
}

/** What is wrong with a chosen photo, before it is shown or sent. */
function photoProblem(photo: File): string | undefined {
	if (isHeic(photo)) return heicText
	if (!photoTypes.includes(photo.type)) return failures.foto_no_imagen.text
	return photo.size > maxPhotoBytes ? 'La foto pesa más de 20 MB.' : undefined
}

/** The photo of one colour: chosen, looked at, used, taken away. */
function useColorPhoto({ color, slug }: StaffColor) {
	const client = useQueryClient()
	const { file, preview, setFile } = useChosenPhoto()
	const [problem, setProblem] = useState<string>()
	const sending = useMutation({
		mutationFn: (photo: File | undefined) => {
			if (!photo) return callWithIdentity(removeColorPhoto, { params: { slug } })
			const body = new FormData()
			body.set(photoField, photo)
			return callWithIdentity(setColorPhoto, { params: { slug }, body }, { timeoutMs: uploadMs })
		},
		onSuccess(answer, photo) {
			if (!answer.ok) return setProblem(actProblem(answer, 'Intenta nuevamente.'))
			setFile(undefined)
			announce(photo ? `${color}: la tienda ya muestra tu foto` : `${color}: foto quitada`)
			void client.invalidateQueries({ queryKey: panelKey })
		},
	})
	function choose(chosen: File | undefined): void {
		const wrong = chosen && photoProblem(chosen)
		setProblem(wrong)
		setFile(wrong ? undefined : chosen)
	}
	return { file, preview, problem, choose, send: sending.mutate, isBusy: sending.isPending }
}

/** Looks at the chosen photo before the shop shows it. */
function ChosenPhoto({ color, isBusy, onUse, onDrop }: ChosenPhotoProps) {
	return (
		<>
			<Button isBusy={isBusy} onClick={onUse}>
				Usar esta foto<span className="visually-hidden">{` para ${color}`}</span>
			</Button>
			<button type="button" className="staff-action" disabled={isBusy} onClick={onDrop}>
				No usarla
			</button>
		</>
	)
}
interface ChosenPhotoProps {
	readonly color: string
	readonly isBusy: boolean
	readonly onUse: () => void
	readonly onDrop: () => void
}

function stateText({ con_foto, visible, imagen }: StaffColor): string {
	if (imagen === null) return 'Aún no se ve en la tienda: falta su foto.'
	if (!visible) return 'No se ve en la tienda: no está a la venta.'
	return con_foto ? 'La tienda muestra tu foto.' : 'La tienda muestra su propia imagen.'
}

interface PhotoButtonsProps {
	readonly one: StaffColor
	readonly isBusy: boolean
	readonly onChoose: (photo: File | undefined) => void
	readonly onRemove: () => void
}

/** What can be done with a colour's photo while none is chosen. */
function PhotoButtons({ one, isBusy, onChoose, onRemove }: PhotoButtonsProps) {
	const { color, con_foto } = one
	const id = useId()
	return (
		<>
			<input
				id={id}
				type="file"
				accept={photoTypes.join(',')}
				className="color-file visually-hidden"
				onChange={(event) => {
					onChoose(event.target.files?.[0])
					event.target.value = ''
				}}
			/>
			<label htmlFor={id} className="staff-action">
				<span>{con_foto ? 'Cambiar foto' : 'Poner foto'}</span>
				<span className="visually-hidden">{` de ${color}`}</span>
			</label>
			{con_foto && (
				<button type="button" className="staff-action" disabled={isBusy} onClick={onRemove}>
					Quitar foto<span className="visually-hidden">{` de ${color}`}</span>
				</button>
			)}
		</>
	)
}

function ColorCard({ one }: { one: StaffColor }) {
	const { color, imagen, muestra } = one
	const { file, preview, problem, choose, send, isBusy } = useColorPhoto(one)
	const [isAsking, ask] = useState(false)
	const src = preview ?? imagen
	return (
		<li className="color-card stack loose">
			{src ? (
				<img src={src} alt="" width="132" height="132" />
			) : (
				<svg viewBox="0 0 1 1" aria-hidden="true">
					<rect width="1" height="1" fill={muestra ?? 'gray'} />
				</svg>
			)}
			<div className="color-card-text">
				<h5 className="strong">{color}</h5>
				<p className="small muted">{file ? 'Así es la foto. La tienda la recorta a 3 × 4.' : stateText(one)}</p>
				{problem && <Alert>{problem}</Alert>}
				<div className="color-card-acts">
					{file ? (
						<ChosenPhoto color={color} isBusy={isBusy} onUse={() => send(file)} onDrop={() => choose(undefined)} />
					) : (
						<PhotoButtons one={one} isBusy={isBusy} onChoose={choose} onRemove={() => ask(true)} />
					)}
				</div>
			</div>
			<ConfirmDialog
				isOpen={isAsking}
				title={`¿Quitar la foto de ${color}?`}
				confirmText="Quitar"
				onCancel={() => ask(false)}
				onConfirm={() => {
					ask(false)
					send(undefined)
				}}
			>
				{muestra
					? 'El color deja de verse en la tienda hasta que tenga otra.'
					: 'Vuelve la imagen propia de la tienda.'}
			</ConfirmDialog>
		</li>
	)
}

/** The colours with their photos, and how to add one. */
export function Colors() {
	const id = useId()
	const { data: answer, isPending } = useQuery({
		queryKey: [...panelKey, 'colores'],
		queryFn: () => call(listColors),
	})
	return (
		<section className="colors" aria-labelledby={id}>
			<h4 id={id} className="title-s">
				Colores y fotos
			</h4>
			<p className="small muted">
				La foto se ve en la portada, el carrito y los correos. Queda mejor vertical, o sin fondo: el teléfono sabe
				recortar el shaker. JPG, PNG o WebP, hasta 20 MB.
			</p>
			{isPending && <Skeleton size="section" />}
			{answer && !answer.ok && <Alert>{actProblem(answer, 'Recarga la página.')}</Alert>}
			{answer?.ok && (
				<ul className="color-cards stack">
					{answer.data.colores.map((one) => (
						<ColorCard key={one.slug} one={one} />
					))}
				</ul>
			)}
			<NewColor />
		</section>
	)
}

/** The typed colour, or its problems. The server knows which colours exist. */
function colorOf({ color: typed = '', muestra = '', precio = '', stock = '' }: Values): CreateColorRequest | Wrong {
	const color = typed.trim()
	const [price = 0, units] = [readWhole(precio), readWhole(stock)]
	const wrong = {
		color: refuseNewColor({ color, muestra }, []),
		precio: price === 0 ? 'Escribe el precio en pesos, sin decimales.' : undefined,
		stock: units === undefined ? 'Escribe las unidades en stock con números.' : undefined,
	}
	return checked(wrong, { color, muestra, precio: price, stock: units ?? 0 })
}

/** Adds a colour: its name, its swatch, its price and its stock. Its photo comes next. */
function NewColor() {
	return (
		<details className="new-color">
			<summary>Agregar un color</summary>
			<PageForm
				label="Nuevo color"
				act={(values) => {
					const body = colorOf(values)
					if ('wrong' in body) return body
					const done = `${body.color}: color agregado. Ponle su foto.`
					return { request: requestTo(createColor, { body }), done, ifLost: 'Intenta nuevamente.' }
				}}
			>
				<FormField label="Nombre del color" name="color" maxLength={maxColorName} />
				<FormField label="Muestra" name="muestra" type="color" defaultValue={firstSwatch} />
				<FormField label="Precio ($)" name="precio" isNumber maxLength={12} />
				<FormField label="Unidades en stock" name="stock" isNumber maxLength={12} />
				<SendButton>Agregar color</SendButton>
			</PageForm>
		</details>
	)
}
