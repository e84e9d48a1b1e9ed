import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createCoupon } from '#contract/staff/coupon-endpoints.ts'
import type { CreateCouponRequest } from '#contract/staff/coupons.ts'
import type { CouponProblem } from '#domain/orders/coupons.ts'
import { callWithIdentity } from '#web/session/identity-request.ts'
import { actProblem } from '#web/staff/act.ts'
import { announce } from '#web/staff/announcer.tsx'
import { type CouponDraft, emptyCoupon, readCoupon } from '#web/staff/coupons/coupon-draft.ts'
import { panelKey } from '#web/staff/panel-key.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, SelectField } from '#web/ui/field.tsx'

const campos = [
	'codigo',
	'valor',
	'minimo',
	'hasta',
	'usos',
	'usos_cliente',
] as const satisfies CouponProblem['campo'][]

/** What the shop said of a code; what is about no field stands at the code itself. */
function problemIn(answer: Parameters<typeof actProblem>[0]): CouponProblem {
	const campo = campos.find((name) => name === answer.extra.campo) ?? 'codigo'
	return { campo, texto: actProblem(answer, 'Intenta nuevamente.') }
}

/** The code that is being typed, and how it is made. */
function useNewCoupon() {
	const client = useQueryClient()
	const [draft, setDraft] = useState(emptyCoupon)
	const [problem, setProblem] = useState<CouponProblem>()
	const form = useRef<HTMLFormElement>(null)
	function tell(found: CouponProblem): void {
		flushSync(() => setProblem(found))
		form.current?.querySelector<HTMLElement>(`[name="${found.campo}"]`)?.focus()
	}
	const creation = useMutation({
		mutationFn: (body: CreateCouponRequest) => callWithIdentity(createCoupon, { body }),
		onSuccess(answer, { codigo }) {
			if (!answer.ok) return tell(problemIn(answer))
			setDraft(emptyCoupon)
			announce(`${codigo}: cupón creado`)
			void client.invalidateQueries({ queryKey: panelKey })
		},
	})
	function change(values: Partial<CouponDraft>): void {
		setProblem(undefined)
		setDraft({ ...draft, ...values })
	}
	function onSubmit(event: FormEvent): void {
		event.preventDefault()
		if (creation.isPending) return
		const read = readCoupon(draft)
		if ('problem' in read) tell(read.problem)
		else creation.mutate(read.coupon)
	}
	const errorOf = (name: string) => (problem?.campo === name ? problem.texto : undefined)
	return { draft, change, errorOf, isBusy: creation.isPending, onSubmit, form }
}

const texts = [
	{ name: 'valor', label: 'Descuento', inputMode: 'numeric', type: 'text' },
	{ name: 'minimo', label: 'Compra mínima ($)', inputMode: 'numeric', type: 'text' },
	{ name: 'desde', label: 'Primer día', inputMode: undefined, type: 'date' },
	{ name: 'hasta', label: 'Último día', inputMode: undefined, type: 'date' },
	{ name: 'usos', label: 'Usos en total', inputMode: 'numeric', type: 'text' },
	{ name: 'usos_cliente', label: 'Usos por cliente', inputMode: 'numeric', type: 'text' },
] as const

type CouponFieldsProps = Pick<ReturnType<typeof useNewCoupon>, 'draft' | 'change' | 'errorOf'>

function CouponFields({ draft, change, errorOf }: CouponFieldsProps) {
	return texts.map(({ name, label, ...input }) => (
		<Field
			key={name}
			{...input}
			label={label}
			name={name}
			error={errorOf(name)}
			autoComplete="off"
			maxLength={12}
			value={draft[name]}
			onChange={(event) => change({ [name]: event.target.value })}
		/>
	))
}

/** Makes a discount code. What is left empty sets no bound. */
export function NewCoupon() {
	const coupon = useNewCoupon()
	const { draft, change, errorOf, isBusy, onSubmit, form } = coupon
	return (
		<form ref={form} className="new-coupon" aria-label="Nuevo cupón" noValidate onSubmit={onSubmit}>
			<Field
				label="Código"
				name="codigo"
				error={errorOf('codigo')}
				autoComplete="off"
				autoCapitalize="characters"
				spellCheck={false}
				maxLength={40}
				value={draft.codigo}
				onChange={(event) => change({ codigo: event.target.value })}
			/>
			<SelectField
				label="Tipo"
				name="tipo"
				value={draft.tipo}
				onChange={(event) => change({ tipo: event.target.value === 'monto' ? 'monto' : 'porcentaje' })}
			>
				<option value="monto">Pesos del total</option>
				<option value="porcentaje">% de los productos</option>
			</SelectField>
			<CouponFields {...coupon} />
			<label className="new-coupon-first choice-line">
				<input
					type="checkbox"
					checked={draft.solo_primera}
					onChange={(event) => change({ solo_primera: event.target.checked })}
				/>
				Solo primera compra
			</label>
			<div className="new-coupon-end stack from-start">
				<Button type="submit" isBusy={isBusy}>
					Crear cupón
				</Button>
				<p className="muted small">Lo que dejes vacío no pone límite.</p>
			</div>
		</form>
	)
}
