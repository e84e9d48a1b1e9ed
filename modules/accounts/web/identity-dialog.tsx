import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiAnswer, call } from '#core/web/session/api.ts'
import { useIdentityRequest } from '#core/web/session/identity-request.ts'
import { useSessionExpired } from '#core/web/session/login-state.ts'
import { ActionDialog } from '#core/web/ui/action-dialog.tsx'
import { Button } from '#core/web/ui/button.tsx'
import { Field } from '#core/web/ui/field.tsx'
import { createIdentityChallenge, proveIdentity } from '#modules/accounts/profile-endpoints.ts'
import type { ProfileAnswer, ProofOfIdentity } from '#modules/accounts/shapes/profile.ts'
import { PasswordAgain, ProveWithGoogle } from '#modules/accounts/web/identity-proof.tsx'
import { knowsPasskeys, showPasskey } from '#modules/second-factor/web/passkeys.ts'

function useProof(settle: (isProved: boolean) => void) {
	const expired = useSessionExpired()
	const [problem, setProblem] = useState<string>()
	function show(answer: ApiAnswer<unknown>): void {
		if (answer.ok) settle(true)
		else if (answer.code === 'sesion_expirada') expired('/perfil')
		else setProblem((answer.status !== 0 && answer.text) || 'No pudimos confirmarlo. Intenta nuevamente.')
	}
	const send = async (body: ProofOfIdentity) => show(await call(proveIdentity, { body }))
	const onMutate = () => setProblem(undefined)
	const proof = useMutation({ mutationFn: send, onMutate })
	const passkey = useMutation({
		async mutationFn() {
			const question = await call(createIdentityChallenge)
			if (!question.ok) return show(question)
			const outcome = await showPasskey(question.data)
			if (outcome.ok) await send({ llave: outcome.proof })
			else setProblem(outcome.problem)
		},
		onMutate,
	})
	const isBusy = proof.isPending || passkey.isPending
	return { isBusy, problem, setProblem, prove: proof.mutate, proveWithPasskey: passkey.mutate }
}

function Asking({ profile, settle }: { profile: ProfileAnswer; settle: (isProved: boolean) => void }) {
	const { isBusy, problem, setProblem, prove, proveWithPasskey } = useProof(settle)
	const [codigo, setCodigo] = useState('')
	const canUsePasskey = profile.tiene_llave && knowsPasskeys()
	return (
		<ActionDialog
			title="Confirma que eres tú"
			confirmText={profile.tiene_clave ? 'Confirmar' : undefined}
			confirmLook={canUsePasskey ? 'outline' : 'solid'}
			isBusy={isBusy}
			problem={problem}
			onClose={() => settle(false)}
			onConfirm={({ password = '', codigo = '' }) => {
				if (password === '') setProblem('Ingresa tu contraseña actual.')
				else prove({ password, codigo })
			}}
		>
			<p className="above-s below-s">Pasaron más de 10 minutos desde la última vez. Después se hará lo que pediste.</p>
			<input type="text" name="username" value={profile.email} autoComplete="username" readOnly hidden />
			{canUsePasskey && (
				<div className="stack loose above-m below-m">
					<Button isBusy={isBusy} onClick={() => proveWithPasskey()}>
						Usar mi llave de acceso
					</Button>
					<p className="or">o</p>
				</div>
			)}
			{profile.tiene_clave && <PasswordAgain error={undefined} />}
			{profile.tiene_segundo_factor && (
				<Field
					label="Código"
					name="codigo"
					autoComplete="one-time-code"
					maxLength={40}
					hint="De tu app, o uno de recuperación."
					value={codigo}
					onChange={(event) => setCodigo(event.target.value)}
				/>
			)}
			{!profile.tiene_clave && <ProveWithGoogle onProof={(proof) => prove({ ...proof, codigo })} />}
		</ActionDialog>
	)
}

/** Dialog for a fresh proof of identity, opened by any call of the screen that needs one. */
export function IdentityDialog({ profile }: { profile: ProfileAnswer }) {
	const request = useIdentityRequest()
	return request ? <Asking profile={profile} settle={request.settle} /> : null
}
