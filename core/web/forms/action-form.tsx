import { createContext, type ReactNode, use, useEffect, useId, useState } from 'react'
import type { Values, Wrong } from '#core/web/forms/checked.ts'
import { type Act, useAct } from '#core/web/panel/act.ts'
import { Button, type ButtonLook } from '#core/web/ui/buttons.tsx'
import { useCheckedForm } from '#core/web/ui/checked-form.tsx'
import { ActionDialog } from '#core/web/ui/dialogs.tsx'
import { Field, FieldMessage, type FieldProps, type Options, SelectField } from '#core/web/ui/fields.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'

type Read<Plan> = (values: Values) => Plan | Wrong | Promise<Plan | Wrong>
type RefuseField = NonNullable<Act['refuseField']>

interface FormState {
	readonly problems: Readonly<Record<string, string | undefined>>
	/** The names of the fields that show their problem. */
	readonly shown: Set<string>
	readonly isBusy: boolean
	/** A problem of the whole form. */
	readonly problem?: string | undefined
}

const FormContext = createContext<FormState>({ problems: {}, shown: new Set(), isBusy: false })

/** The problem of one field of the form around it, for the component that shows it. */
export function useFieldError(name: string): string | undefined {
	const { problems, shown } = use(FormContext)
	useEffect(() => {
		shown.add(name)
		return () => void shown.delete(name)
	}, [shown, name])
	return problems[name]
}

/** Checks a form in one round and sends its plan; a refusal that names one of its fields is shown there. */
function useForm<Plan extends object>(
	read: Read<Plan>,
	send: (plan: Plan, refuseField: RefuseField, form: HTMLFormElement) => Promise<void>,
) {
	const [shown] = useState(() => new Set<string>())
	async function submit(values: Values, form: HTMLFormElement): Promise<void> {
		const plan = await read(values)
		const refuse: RefuseField = (name, problem) => {
			if (!shown.has(name)) return false
			refuseField(form, name, problem)
			return true
		}
		if ('wrong' in plan) for (const [name, problem = ''] of Object.entries(plan.wrong)) refuse(name, problem)
		else await send(plan, refuse, form)
	}
	const { problems, formProps, refuseField } = useCheckedForm(
		(values, form) => void submit(values, form),
		(values) => {
			const plan = read(values)
			return 'wrong' in plan ? plan.wrong : {}
		},
	)
	return { problems, shown, formProps }
}

interface DialogParts {
	readonly title: string
	readonly confirmText: string
	readonly confirmLook?: ButtonLook
	readonly children: ReactNode
	readonly onClose: () => void
}

interface FormDialogProps<Plan> extends DialogParts {
	readonly isBusy: boolean
	readonly problem: string | undefined
	readonly read: Read<Plan>
	readonly send: (plan: Plan, refuseField: RefuseField) => Promise<void>
}

/** A dialog with a checked form, for what is sent in another way than as an act. */
export function FormDialog<Plan extends object>({ read, send, children, ...dialog }: FormDialogProps<Plan>) {
	const { problems, shown, formProps } = useForm(read, send)
	return (
		<ActionDialog {...dialog} formProps={formProps}>
			<FormContext value={{ problems, shown, isBusy: dialog.isBusy }}>{children}</FormContext>
		</ActionDialog>
	)
}

/** An act, and the one that completes it: its failure is a notice, since the first must not be sent again. */
export interface PlannedAct extends Act {
	readonly next?: Act | undefined
}

interface ActionFormProps extends DialogParts {
	/** The act to carry out, or how the typed values give it. */
	readonly act: PlannedAct | Read<PlannedAct>
}

const readOf = (act: PlannedAct | Read<PlannedAct>): Read<PlannedAct> => (typeof act === 'function' ? act : () => act)

/** A dialog that carries out an act of staff. It stays open, with what was typed, until that is done or given up. */
export function ActionForm({ act: planned, ...dialog }: ActionFormProps) {
	const { act, isBusy, problem } = useAct()
	async function send({ next, ...first }: PlannedAct, refuseField: RefuseField): Promise<void> {
		if (!(await act({ ...first, refuseField }))) return
		dialog.onClose()
		if (next) await act(next)
	}
	return <FormDialog {...dialog} isBusy={isBusy} problem={problem} read={readOf(planned)} send={send} />
}

interface PageFormProps {
	readonly label: string
	readonly className?: string
	readonly act: Read<Act>
	readonly onDone?: () => void
	readonly children: ReactNode
}

/** A form in the page that carries out an act of staff, and is empty again afterwards. */
export function PageForm({ label, className, act: read, onDone, children }: PageFormProps) {
	const { act, isBusy, problem } = useAct()
	const { problems, shown, formProps } = useForm(read, async (plan, refuseField, form) => {
		if (!(await act({ ...plan, refuseField }))) return
		form.reset()
		onDone?.()
	})
	return (
		<form className={className} aria-label={label} {...formProps}>
			<FormContext value={{ problems, shown, isBusy, problem }}>{children}</FormContext>
		</form>
	)
}

/** The button that sends the page's form around it, below what is wrong with the whole form. */
export function SendButton({ children }: { children: ReactNode }) {
	const { isBusy, problem } = use(FormContext)
	return (
		<>
			{problem && <Alert>{problem}</Alert>}
			<Button type="submit" isBusy={isBusy}>
				{children}
			</Button>
		</>
	)
}

interface FormFieldProps extends Omit<FieldProps, 'error'> {
	readonly name: string
	/** A whole number or an amount of CLP: typed as text, since a field of type `number` gives what it cannot read as empty. */
	readonly isNumber?: boolean
	/** Always valid as it is typed: without room for a message until the server sends one. */
	readonly isOptional?: boolean
}

/** A field of the form around it, with the form's message about it. */
export function FormField({ isNumber = false, isOptional = false, ...field }: FormFieldProps) {
	const error = useFieldError(field.name)
	const parts = { ...(isNumber && { inputMode: 'numeric' as const }), ...((error || !isOptional) && { error }) }
	return <Field autoComplete="off" {...parts} {...field} />
}

interface FormSelectProps {
	readonly label: string
	readonly name: string
	readonly options: Options<string | number>
	readonly defaultValue?: string | number | undefined
	readonly disabled?: boolean
}

/** A choice of the form around it, with the form's message about it. */
export function FormSelect(select: FormSelectProps) {
	const error = useFieldError(select.name)
	return <SelectField {...select} {...(error && { error })} />
}

/** The form's message about choices that have no field of their own, such as radio buttons. */
export function FormMessage({ name }: { name: string }) {
	return <FieldMessage id={useId()} error={useFieldError(name)} />
}
