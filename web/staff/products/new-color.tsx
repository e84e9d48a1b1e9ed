import { createColor } from '#contract/staff/color-endpoints.ts'
import type { CreateColorRequest } from '#contract/staff/colors.ts'
import { maxColorName, refuseNewColor } from '#domain/catalog/new-color.ts'
import { firstSwatch } from '#domain/catalog/palette.ts'
import { requestTo } from '#web/session/api.ts'
import { readWhole } from '#web/staff/edit/whole-number.ts'
import { PageForm, SendButton } from '#web/staff/forms/action-form.tsx'
import { checked, type Values, type Wrong } from '#web/staff/forms/checked.ts'
import { FormField } from '#web/staff/forms/form-fields.tsx'

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
