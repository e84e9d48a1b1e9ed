import { useState } from 'react'
import type { TokenAnswer } from '#contract/accounts/token.ts'
import { callApi } from '#web/api.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { SubmitButton } from '#web/ui/submit-button.tsx'
import { useCheckedForm } from '#web/ui/use-checked-form.ts'

interface SecondStepProps {
	/** The server's note that the first factor was shown. */
	readonly ficha: string
	readonly onTokens: (tokens: TokenAnswer) => Promise<void>
	/** Back to the first step, with what is said there. */
	readonly onRestart: (why?: string) => void
}

/** The code that a login with a second factor asks for: of the app, or one for recovery. */
export function SecondStep({ ficha, onTokens, onRestart }: SecondStepProps) {
	const [problem, setProblem] = useState<string>()
	const [isBusy, setBusy] = useState(false)
	const form = useCheckedForm(async ({ codigo = '' }) => {
		setBusy(true)
		setProblem(undefined)
		const body = { ficha, codigo: codigo.trim() }
		const answer = await callApi<TokenAnswer>('/api/token/segundo_factor/', { method: 'POST', body })
		if (answer.ok) return onTokens(answer.data)
		setBusy(false)
		if (answer.status === 401) return onRestart(answer.text)
		setProblem((answer.status !== 0 && answer.text) || 'No pudimos conectar con la tienda. Intenta nuevamente.')
	})
	return (
		<form className="form" {...form.formProps}>
			<p>Escribe el código de seis dígitos de tu app, o uno de tus códigos de recuperación.</p>
			{problem && <Alert>{problem}</Alert>}
			<Field
				label="Código"
				name="codigo"
				autoComplete="one-time-code"
				autoCapitalize="characters"
				spellCheck={false}
				maxLength={40}
				required
				autoFocus
				data-missing="Ingresa el código."
				error={form.problems.codigo}
			/>
			<SubmitButton isBusy={isBusy}>Entrar</SubmitButton>
			<Button look="plain" onClick={() => onRestart()}>
				Volver
			</Button>
		</form>
	)
}
