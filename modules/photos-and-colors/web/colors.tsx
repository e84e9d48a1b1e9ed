import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { failures } from '#core/contract/failure.ts'
import { maxPhotoBytes, photoField } from '#core/rules/limits.ts'
import { FormField, PageForm, SendButton } from '#core/web/forms/action-form.tsx'
import { checked, readWhole, type Values, type Wrong } from '#core/web/forms/checked.ts'
import { actProblem } from '#core/web/panel/act.ts'
import { announce, panelKey, StaffAction } from '#core/web/panel/panel-parts.tsx'
import { call, requestTo } from '#core/web/session/api.ts'
import { callWithIdentity } from '#core/web/session/identity-request.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { ConfirmDialog } from '#core/web/ui/dialogs.tsx'
import { heicText, isHeic, useObjectUrl } from '#core/web/ui/fields.tsx'
import { Skeleton } from '#core/web/ui/parts.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { firstSwatch } from '#modules/catalog/color-themes.ts'
import { createColor, listColors, removeColorPhoto, setColorPhoto } from '#modules/photos-and-colors/endpoints.ts'
import { maxColorName, newColorProblem } from '#modules/photos-and-colors/new-color.ts'
import type { CreateColorRequest, StaffColor } from '#modules/photos-and-colors/shapes.ts'
import '#modules/photos-and-colors/web/colors.css'

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

const photoTypes = ['image/jpeg', 'image/png', 'image/webp']

/** What is wrong with a chosen photo, before it is shown or sent. */
function photoProblem(photo: File): string | undefined {
	if (isHeic(photo)) return heicText
	if (!photoTypes.includes(photo.type)) return failures.foto_no_imagen.text
	return photo.size > maxPhotoBytes ? 'La foto pesa más de 20 MB.' : undefined
}

function stateText({ con_foto, visible, imagen }: StaffColor): string {
	if (imagen === null) return 'Aún no se ve en la tienda: falta su foto.'
	if (!visible) return 'No se ve en la tienda: no está a la venta.'
	return con_foto ? 'La tienda muestra tu foto.' : 'La tienda muestra su propia imagen.'
}

/** A colour with its photo: one is chosen, looked at, and used; it can be taken away. */
function ColorCard({ one }: { one: StaffColor }) {
	const { color, slug, imagen, muestra, con_foto } = one
	const id = useId()
	const client = useQueryClient()
	const [file, setFile] = useState<File>()
	const [problem, setProblem] = useState<string>()
	const [isAsking, ask] = useState(false)
	const src = useObjectUrl(file) ?? imagen
	const { mutate: send, isPending: isBusy } = useMutation({
		mutationFn: (photo: File | undefined) => {
			if (!photo) return callWithIdentity(removeColorPhoto, { params: { slug } })
			const body = new FormData()
			body.set(photoField, photo)
			return callWithIdentity(setColorPhoto, { params: { slug }, body }, { timeoutMs: 180_000 })
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
						<>
							<Button isBusy={isBusy} onClick={() => send(file)}>
								Usar esta foto<span className="visually-hidden">{` para ${color}`}</span>
							</Button>
							<StaffAction disabled={isBusy} onClick={() => choose(undefined)}>
								No usarla
							</StaffAction>
						</>
					) : (
						<>
							<input
								id={id}
								type="file"
								accept={photoTypes.join(',')}
								className="color-file visually-hidden"
								onChange={({ target }) => {
									choose(target.files?.[0])
									target.value = ''
								}}
							/>
							<label htmlFor={id} className="staff-action">
								<span>{con_foto ? 'Cambiar foto' : 'Poner foto'}</span>
								<span className="visually-hidden">{` de ${color}`}</span>
							</label>
							{con_foto && (
								<StaffAction of={` de ${color}`} disabled={isBusy} onClick={() => ask(true)}>
									Quitar foto
								</StaffAction>
							)}
						</>
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

/** The typed colour, or its problems. The server knows which colours exist. */
function colorOf({ color: typed = '', muestra = '', precio = '', stock = '' }: Values): CreateColorRequest | Wrong {
	const color = typed.trim()
	const [price = 0, units] = [readWhole(precio), readWhole(stock)]
	const wrong = {
		color: newColorProblem({ color, muestra }, []),
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
