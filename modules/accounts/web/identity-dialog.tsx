import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiAnswer, call } from '#core/web/session/api.ts'
import { useIdentityRequest } from '#core/web/session/identity-request.ts'
import { useSessionExpired } from '#core/web/session/login-state.ts'
import { ActionDialog } from '#core/web/ui/action-dialog.tsx'
import { proveIdentity } from '#modules/accounts/profile-endpoints.ts'
import type { ProfileAnswer, ProofOfIdentity } from '#modules/accounts/shapes.ts'
import { PasswordAgain, ProveWithGoogle } from '#modules/accounts/web/identity-proof.tsx'
import { identityParts } from '#modules/slots/profile-screen.ts'

function useProof(settle: (isProved: boolean) => void) {
	const expired = useSessionExpired()
	const [problem, setProblem] = useState<string>()
	function show(answer: ApiAnswer<unknown>): void {
		if (answer.ok) settle(true)
		else if (answer.code === 'sesion_expirada') expired('/perfil')
		else setProblem((answer.status !== 0 && answer.text) || 'No pudimos confirmarlo. Intenta nuevamente.')
	}
	const send = async (body: ProofOfIdentity) => show(await call(proveIdentity, { body }))
	const { isPending: isBusy, mutate: run } = useMutation({
		mutationFn: (work: () => Promise<void>) => work(),
		onMutate: () => setProblem(undefined),
	})
	return { isBusy, run, send, problem, onProblem: setProblem, onFailure: show }
}

function Asking({ profile, settle }: { profile: ProfileAnswer; settle: (isProved: boolean) => void }) {
	const { problem, ...proof } = useProof(settle)
	const { isBusy, run, send, onProblem } = proof
	const [besides, setBesides] = useState<Partial<ProofOfIdentity>>({})
	const alone = identityParts.filter((part) => part.isOffered(profile))
	return (
		<ActionDialog
			title="Confirma que eres tú"
			confirmText={profile.tiene_clave ? 'Confirmar' : undefined}
			confirmLook={alone.length > 0 ? 'outline' : 'solid'}
			isBusy={isBusy}
			problem={problem}
			onClose={() => settle(false)}
			onConfirm={({ password = '' }) => {
				if (password === '') onProblem('Ingresa tu contraseña actual.')
				else run(() => send({ ...besides, password }))
			}}
		>
			<p className="above-s below-s">Pasaron más de 10 minutos desde la última vez. Después se hará lo que pediste.</p>
			<input type="text" name="username" value={profile.email} autoComplete="username" readOnly hidden />
			{alone.map(({ Alone }) => (
				<Alone key={Alone.name} {...proof} />
			))}
			{profile.tiene_clave && <PasswordAgain error={undefined} />}
			{identityParts.map(({ Beside }) => (
				<Beside key={Beside.name} profile={profile} onChange={(fields) => setBesides({ ...besides, ...fields })} />
			))}
			{!profile.tiene_clave && <ProveWithGoogle onProof={(shown) => run(() => send({ ...besides, ...shown }))} />}
		</ActionDialog>
	)
}

/** Dialog for a fresh proof of identity, opened by any call of the screen that needs one. */
export function IdentityDialog({ profile }: { profile: ProfileAnswer }) {
	const request = useIdentityRequest()
	return request ? <Asking profile={profile} settle={request.settle} /> : null
}
