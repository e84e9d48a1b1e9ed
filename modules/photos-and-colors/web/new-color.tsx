import { FormField, PageForm, SendButton } from '#core/web/forms/action-form.tsx'
import { checked, readWhole, type Values, type Wrong } from '#core/web/forms/checked.ts'
import { requestTo } from '#core/web/session/api.ts'
import { firstSwatch } from '#modules/catalog/color-themes.ts'
import { createColor } from '#modules/photos-and-colors/endpoints.ts'
import { maxColorName, refuseNewColor } from '#modules/photos-and-colors/new-color.ts'
import type { CreateColorRequest } from '#modules/photos-and-colors/shapes.ts'

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
export function NewColor() {
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
