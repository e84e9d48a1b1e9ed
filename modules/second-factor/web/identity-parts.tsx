import { useState } from 'react'
import { call } from '#core/web/session/api.ts'
import { Button } from '#core/web/ui/button.tsx'
import { Field } from '#core/web/ui/field.tsx'
import type { AloneProps, IdentityPart } from '#modules/accounts/web/account-parts.ts'
import { createIdentityChallenge } from '#modules/second-factor/endpoints.ts'
import { knowsPasskeys, showPasskey } from '#modules/second-factor/web/passkeys.ts'

function PasskeyAlone({ isBusy, run, send, onFailure, onProblem }: AloneProps) {
	async function prove(): Promise<void> {
		const question = await call(createIdentityChallenge)
		if (!question.ok) return onFailure(question)
		const outcome = await showPasskey(question.data)
		if (outcome.ok) await send({ llave: outcome.proof })
		else onProblem(outcome.problem)
	}
	return (
		<div className="stack loose above-m below-m">
			<Button isBusy={isBusy} onClick={() => run(prove)}>
				Usar mi llave de acceso
			</Button>
			<p className="or">o</p>
		</div>
	)
}

/** The second factor in the dialog that asks for a proof of identity. */
export const secondFactorProof: IdentityPart = {
	isOffered: (profile) => profile.tiene_llave && knowsPasskeys(),
	Alone: PasskeyAlone,
	Beside: function CodeField({ profile, onChange }) {
		const [codigo, setCodigo] = useState('')
		if (!profile.tiene_segundo_factor) return null
		return (
			<Field
				label="Código"
				name="codigo"
				autoComplete="one-time-code"
				maxLength={40}
				hint="De tu app, o uno de recuperación."
				value={codigo}
				onChange={({ target: { value } }) => {
					setCodigo(value)
					onChange({ codigo: value })
				}}
			/>
		)
	},
}
