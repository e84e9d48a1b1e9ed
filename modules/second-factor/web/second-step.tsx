import { useState } from 'react'
import { type ApiAnswer, call } from '#core/web/session/api.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { useCheckedForm } from '#core/web/ui/checked-form.tsx'
import { Field } from '#core/web/ui/fields.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { type LoginStep, type LoginStepProps, noAnswerText } from '#modules/accounts/web/account-parts.tsx'
import { createLoginChallenge, finishLogin } from '#modules/second-factor/endpoints.ts'
import type { SecondFactorMethod } from '#modules/second-factor/second-factor.ts'
import type { ShownFactor } from '#modules/second-factor/shapes.ts'
import { knowsPasskeys, showPasskey } from '#modules/second-factor/web/passkeys.ts'

/** Labels of the code field, with and without a passkey as an alternative. */
function codeText(hasApp: boolean, hasPasskey: boolean): string {
	if (hasApp) return 'Escribe el código de seis dígitos de tu app, o uno de tus códigos de recuperación.'
	return hasPasskey
		? 'Si no tienes tu llave, escribe uno de tus códigos de recuperación.'
		: 'Este navegador no puede usar tu llave de acceso. Escribe uno de tus códigos de recuperación, o entra con otro.'
}

/** Second step of a login: a passkey, a code of the app, or a recovery code. */
function SecondStep({ asked, onTokens, onRestart }: LoginStepProps) {
	const { metodos } = asked
	const ficha = String(asked.ficha)
	const offers = (method: SecondFactorMethod) => Array.isArray(metodos) && metodos.includes(method)
	const hasPasskey = offers('llave') && knowsPasskeys()
	const [problem, setProblem] = useState<string>()
	const [busyWith, setBusyWith] = useState<SecondFactorMethod>()

	function stop(answer: Extract<ApiAnswer<unknown>, { ok: false }>): void {
		setBusyWith(undefined)
		if (answer.status === 401) onRestart(answer.text)
		else if (answer.status === 0 || answer.status >= 500) setProblem(noAnswerText)
		else setProblem(answer.text || noAnswerText)
	}
	async function send(shown: ShownFactor): Promise<void> {
		const answer = await call(finishLogin, { body: { ficha, ...shown } })
		return answer.ok ? onTokens(answer.data) : stop(answer)
	}
	function begin(method: SecondFactorMethod): void {
		setBusyWith(method)
		setProblem(undefined)
	}
	async function sendPasskey(): Promise<void> {
		begin('llave')
		const question = await call(createLoginChallenge, { body: { ficha } })
		if (!question.ok) return stop(question)
		const outcome = await showPasskey(question.data)
		if (outcome.ok) return send({ llave: outcome.proof })
		setBusyWith(undefined)
		setProblem(outcome.problem)
	}
	const form = useCheckedForm(async ({ codigo = '' }) => {
		if (busyWith) return
		begin('app')
		await send({ codigo: codigo.trim() })
	})
	return (
		<form className="form" {...form.formProps}>
			{problem && <Alert>{problem}</Alert>}
			{hasPasskey && (
				<>
					<p>Usa tu huella, tu cara, el PIN de tu dispositivo o tu llave de seguridad.</p>
					<Button autoFocus isBusy={busyWith === 'llave'} onClick={() => busyWith || void sendPasskey()}>
						Usar mi llave de acceso
					</Button>
					<p className="or">o</p>
				</>
			)}
			<p>{codeText(offers('app'), hasPasskey)}</p>
			<Field
				label="Código"
				name="codigo"
				autoComplete="one-time-code"
				autoCapitalize="characters"
				spellCheck={false}
				maxLength={40}
				required
				autoFocus={!hasPasskey}
				data-missing="Ingresa el código."
				error={form.problems.codigo}
			/>
			<Button type="submit" look={hasPasskey ? 'outline' : 'solid'} isBusy={busyWith === 'app'}>
				Entrar
			</Button>
			<Button look="plain" onClick={() => onRestart()}>
				Volver
			</Button>
		</form>
	)
}

export const secondStep: LoginStep = { code: 'segundo_factor_requerido', title: 'Segundo paso', Part: SecondStep }
