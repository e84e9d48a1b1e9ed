import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { createColor } from '#contract/staff/color-endpoints.ts'
import type { CreateColorRequest } from '#contract/staff/colors.ts'
import { maxColorName, refuseNewColor } from '#domain/catalog/new-color.ts'
import { firstSwatch } from '#domain/catalog/palette.ts'
import { callWithIdentity } from '#web/session/identity-request.ts'
import { actProblem } from '#web/staff/act.ts'
import { announce } from '#web/staff/announcer.tsx'
import { readWhole } from '#web/staff/edit/whole-number.ts'
import { panelKey } from '#web/staff/panel-key.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'

const empty = { color: '', muestra: firstSwatch, precio: '', stock: '' }

/** What was typed, as the call takes it, or what is wrong with it. The shop knows which colours there are already. */
function requestOf({ color, muestra, precio, stock }: typeof empty): CreateColorRequest | { problem: string } {
	const refused = refuseNewColor({ color: color.trim(), muestra }, [])
	if (refused) return { problem: refused }
	const [price, units] = [readWhole(precio), readWhole(stock)]
	if (!price) return { problem: 'Escribe el precio en pesos, sin decimales.' }
	if (units === undefined) return { problem: 'Escribe las unidades en stock con números.' }
	return { color: color.trim(), muestra, precio: price, stock: units }
}

/** Adds a colour: its name, its swatch, and what it is sold for. Its photo comes next. */
export function NewColor() {
	const client = useQueryClient()
	const [draft, setDraft] = useState(empty)
	const [problem, setProblem] = useState<string>()
	const name = useRef<HTMLFormElement>(null)
	const creation = useMutation({
		mutationFn: (body: CreateColorRequest) => callWithIdentity(createColor, { body }),
		onSuccess(answer, { color }) {
			if (!answer.ok) return setProblem(actProblem(answer, 'Intenta nuevamente.'))
			setDraft(empty)
			announce(`${color}: color agregado. Ponle su foto.`)
			void client.invalidateQueries({ queryKey: panelKey })
		},
	})
	function onSubmit(event: FormEvent): void {
		event.preventDefault()
		if (creation.isPending) return
		const request = requestOf(draft)
		setProblem('problem' in request ? request.problem : undefined)
		if ('problem' in request) name.current?.querySelector('input')?.focus()
		else creation.mutate(request)
	}
	const bind = (field: keyof typeof empty) => ({
		name: field,
		autoComplete: 'off',
		value: draft[field],
		onChange: (event: { target: { value: string } }) => {
			setProblem(undefined)
			setDraft({ ...draft, [field]: event.target.value })
		},
	})
	return (
		<details className="new-color">
			<summary>Agregar un color</summary>
			<form ref={name} aria-label="Nuevo color" noValidate onSubmit={onSubmit}>
				<Field label="Nombre del color" maxLength={maxColorName} {...bind('color')} />
				<Field label="Muestra" type="color" {...bind('muestra')} />
				<Field label="Precio ($)" inputMode="numeric" maxLength={12} {...bind('precio')} />
				<Field label="Unidades en stock" inputMode="numeric" maxLength={12} {...bind('stock')} />
				<Button type="submit" isBusy={creation.isPending}>
					Agregar color
				</Button>
				{problem && <Alert>{problem}</Alert>}
			</form>
		</details>
	)
}
