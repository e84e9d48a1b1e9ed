import { type FormEvent, useState } from 'react'
import { Button } from '#core/web/ui/buttons.tsx'
import { useHydrated } from '#core/web/ui/hooks.ts'

type Problems = Readonly<Record<string, string | undefined>>

const controlsOf = (form: HTMLFormElement) =>
	[...form.elements].filter((element): element is HTMLInputElement => 'willValidate' in element)

/**
 * A form validated by the browser, with messages beside the fields. `check` adds rules. Submitting focuses the first invalid
 * field; correcting a field clears its message.
 */
export function useCheckedForm(
	onValid: (values: Readonly<Record<string, string>>, form: HTMLFormElement) => void,
	check: (values: Readonly<Record<string, string>>) => Problems = () => ({}),
) {
	const [problems, setProblems] = useState<Problems>({})
	const valuesOf = (form: HTMLFormElement) =>
		Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, typeof value === 'string' ? value : '']))

	function problemsOf(form: HTMLFormElement): Problems {
		const native = controlsOf(form).map((control) => [control.name, fieldProblem(control)] as const)
		const own = check(valuesOf(form))
		return Object.fromEntries(native.filter(([name]) => name).map(([name, problem]) => [name, problem ?? own[name]]))
	}

	function onSubmit(event: FormEvent<HTMLFormElement>): void {
		event.preventDefault()
		const form = event.currentTarget
		const found = problemsOf(form)
		setProblems(found)
		const first = controlsOf(form).find((control) => found[control.name])
		if (first) first.focus()
		else onValid(valuesOf(form), form)
	}

	function onInput(event: FormEvent<HTMLFormElement>): void {
		const name = event.target instanceof Element && event.target.getAttribute('name')
		if (!name || !problems[name]) return
		const now = problemsOf(event.currentTarget)
		setProblems((before) => ({ ...before, [name]: now[name] }))
	}

	/** Shows the server's message for one field, and focuses it. */
	function refuseField(form: HTMLFormElement, name: string, problem: string): void {
		setProblems((before) => ({ ...before, [name]: problem }))
		controlsOf(form)
			.find((control) => control.name === name)
			?.focus()
	}

	// A submission before hydration must not put typed values into the URL: it posts, and the server handles no such post.
	const formProps = { noValidate: true, method: 'post', onSubmit, onInput } as const
	return { problems, formProps, refuseField }
}

/** The validated properties of an input. */
export interface CheckedField {
	readonly type: string
	readonly validity: Pick<ValidityState, 'valid' | 'valueMissing' | 'typeMismatch' | 'tooShort' | 'patternMismatch'>
	readonly validationMessage: string
	readonly dataset: { readonly missing?: string; readonly wrong?: string }
}

/** Returns the message for an invalid field, or undefined. `data-missing` and `data-wrong` override the general messages. */
export function fieldProblem(field: CheckedField): string | undefined {
	const { validity, dataset } = field
	if (validity.valid) return undefined
	if (validity.valueMissing) return dataset.missing ?? 'Completa este campo.'
	if (dataset.wrong) return dataset.wrong
	if (field.type === 'email') return 'Ingresa un correo válido, como nombre@correo.cl.'
	return field.validationMessage || 'Revisa este campo.'
}

interface SubmitButtonProps {
	readonly isBusy?: boolean
	readonly children: string
}

/**
 * Submits its form. Disabled until hydration, also for Enter: a native submission would leave the page and lose the typed
 * values. Its look is unchanged.
 */
export function SubmitButton({ isBusy = false, children }: SubmitButtonProps) {
	const isHydrated = useHydrated()
	return (
		<Button type="submit" isBusy={isBusy} disabled={!isHydrated} className={isHydrated ? '' : 'button-waiting'}>
			{children}
		</Button>
	)
}
