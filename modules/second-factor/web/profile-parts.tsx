import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { call } from '#core/web/session/api.ts'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { Button, ScreenLink } from '#core/web/ui/buttons.tsx'
import { Field } from '#core/web/ui/fields.tsx'
import { EmptyState } from '#core/web/ui/screen-parts.tsx'
import type { AloneProps, IdentityPart, PanelGate } from '#modules/accounts/web/account-parts.tsx'
import { createIdentityChallenge, readFactors } from '#modules/second-factor/endpoints.ts'
import { knowsPasskeys, showPasskey } from '#modules/second-factor/web/passkeys.ts'

/** Query key of the second factors of the account. */
export const factorsKey = ['segundo-factor'] as const

export function useFactors() {
	return useQuery({ queryKey: factorsKey, queryFn: () => fetchFrom(readFactors) })
}

function UnlessRequired({ children }: { children: ReactNode }) {
	const { data } = useFactors()
	if (!data?.obligatorio) return children
	return (
		<EmptyState
			title="Falta tu segundo paso"
			action={
				<ScreenLink to="/perfil" className="button button-solid">
					Ir a mi perfil
				</ScreenLink>
			}
		>
			Para usar el panel, agrega en tu perfil un segundo paso para entrar.
		</EmptyState>
	)
}

/** The panel; an account that lacks a required second factor gets the link to set one up. */
export const RequiredFactor: PanelGate = ({ hasSecondFactor, children }) =>
	hasSecondFactor ? children : <UnlessRequired>{children}</UnlessRequired>

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
