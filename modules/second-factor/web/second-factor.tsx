import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ApiRequest, requestTo } from '#core/web/session/api.ts'
import { offerFile, sendWithIdentity } from '#core/web/session/identity-request.ts'
import { profileKey } from '#core/web/session/query-client.tsx'
import { Button } from '#core/web/ui/buttons.tsx'
import { SubmitButton, useCheckedForm } from '#core/web/ui/checked-form.tsx'
import { ConfirmDialog } from '#core/web/ui/dialogs.tsx'
import { Field } from '#core/web/ui/fields.tsx'
import { Skeleton } from '#core/web/ui/parts.tsx'
import { Alert, Badge } from '#core/web/ui/screen-parts.tsx'
import { sessionsKey } from '#modules/accounts/web/password-and-sessions.tsx'
import * as endpoints from '#modules/second-factor/endpoints.ts'
import type { TotpSetupAnswer } from '#modules/second-factor/shapes.ts'
import { PasskeyRows } from '#modules/second-factor/web/passkey-rows.tsx'
import { makePasskey } from '#modules/second-factor/web/passkeys.ts'
import { factorsKey, useFactors } from '#modules/second-factor/web/profile-parts.tsx'

/** Sends changes of the second factor sequentially and reloads its state. */
function useChanges() {
	const client = useQueryClient()
	const [problem, setProblem] = useState<string>()
	const [isBusy, setBusy] = useState(false)
	async function change<T>(request: ApiRequest<T>): Promise<T | undefined> {
		setProblem(undefined)
		setBusy(true)
		const answer = await sendWithIdentity(request)
		setBusy(false)
		if (!answer.ok) {
			setProblem((answer.status !== 0 && answer.text) || 'No pudimos hacer el cambio. Intenta nuevamente.')
			return undefined
		}
		for (const queryKey of [factorsKey, profileKey, sessionsKey]) void client.invalidateQueries({ queryKey })
		return answer.data
	}
	return { isBusy, problem, setProblem, change }
}

/** Creates and stores a passkey; returns the recovery codes issued with it. */
async function addPasskey({ change, setProblem }: ReturnType<typeof useChanges>): Promise<string[]> {
	const question = await change(requestTo(endpoints.createPasskeyChallenge))
	if (!question) return []
	const outcome = await makePasskey(question)
	if (!outcome.ok) {
		setProblem(outcome.problem)
		return []
	}
	return (await change(requestTo(endpoints.addPasskey, { body: outcome.proof })))?.codigos ?? []
}

interface SetUpProps {
	readonly setup: TotpSetupAnswer
	readonly isBusy: boolean
	readonly onCode: (codigo: string) => void
	readonly onCancel: () => void
}

function SetUp({ setup, isBusy, onCode, onCancel }: SetUpProps) {
	const { problems, formProps } = useCheckedForm(({ codigo = '' }) => onCode(codigo))
	return (
		<form className="form above-s" {...formProps}>
			<p>Escanea esto con tu app de códigos (Google Authenticator, 1Password, Aegis u otra), o ábrelo en ella.</p>
			<img src={setup.qr} alt="Código QR para tu app de códigos" width={200} height={200} className="own-qr" />
			<p className="muted">
				¿No puedes escanear?{' '}
				<a className="link" href={setup.uri}>
					Ábrelo en este teléfono
				</a>{' '}
				o escribe este secreto en la app:{' '}
				<code className="own-secret">{setup.secreto.match(/.{1,4}/g)?.join(' ')}</code>
			</p>
			<Field
				label="Código de seis dígitos"
				name="codigo"
				inputMode="numeric"
				autoComplete="one-time-code"
				maxLength={10}
				required
				data-missing="Ingresa el código que muestra la app."
				error={problems.codigo}
			/>
			<div className="row">
				<SubmitButton isBusy={isBusy}>Activar</SubmitButton>
				<Button look="outline" onClick={onCancel}>
					Cancelar
				</Button>
			</div>
		</form>
	)
}

interface AppRowProps {
	readonly hasApp: boolean
	readonly isBusy: boolean
	readonly onAdd: () => void
	readonly onRemove: () => void
}

function AppRow({ hasApp, isBusy, onAdd, onRemove }: AppRowProps) {
	const [isAsking, setAsking] = useState(false)
	return (
		<div className="own-row">
			<div>
				<p className="strong">App de códigos</p>
				<p className="muted small">Seis dígitos que cambian cada 30 segundos, en tu teléfono.</p>
			</div>
			{hasApp ? (
				<div className="row">
					<Badge tone="ok">Activa</Badge>
					<Button look="plain" isBusy={isBusy} onClick={() => setAsking(true)}>
						Quitar<span className="visually-hidden"> la app de códigos</span>
					</Button>
				</div>
			) : (
				<Button look="outline" isBusy={isBusy} onClick={onAdd}>
					Agregar<span className="visually-hidden"> una app de códigos</span>
				</Button>
			)}
			<ConfirmDialog
				isOpen={isAsking}
				title="¿Quitar la app de códigos?"
				confirmText="Quitar"
				onConfirm={() => {
					setAsking(false)
					onRemove()
				}}
				onCancel={() => setAsking(false)}
			>
				Si es tu único segundo paso, entrarás solo con tu contraseña.
			</ConfirmDialog>
		</div>
	)
}

interface RecoveryRowProps {
	readonly left: number
	readonly isBusy: boolean
	readonly onRenew: () => void
}

/** Number of unused recovery codes, and the button for new ones. */
function RecoveryRow({ left, isBusy, onRenew }: RecoveryRowProps) {
	return (
		<div className="own-row">
			<div>
				<p className="strong">Códigos de recuperación</p>
				<p className="muted small">
					{`${left === 1 ? 'Queda 1.' : `Quedan ${left}.`} Cada uno sirve una vez, si pierdes tu segundo paso.`}
				</p>
			</div>
			<Button look="plain" isBusy={isBusy} onClick={onRenew}>
				Crear otros
			</Button>
		</div>
	)
}

/** Second factors of a login: passkeys, an authenticator app, and recovery codes. */
export default function SecondFactor() {
	const { data, isError, refetch } = useFactors()
	const changes = useChanges()
	const { isBusy, problem, change } = changes
	const [setup, setSetup] = useState<TotpSetupAnswer>()
	const [codes, setCodes] = useState<readonly string[]>([])

	async function confirm(codigo: string): Promise<void> {
		const answer = await change(requestTo(endpoints.confirmApp, { body: { codigo } }))
		if (!answer) return
		setSetup(undefined)
		setCodes(answer.codigos)
	}
	const newCodes = async () => setCodes((await change(requestTo(endpoints.createRecoveryCodes)))?.codigos ?? [])
	if (isError) return <Button onClick={() => void refetch()}>Reintentar</Button>
	if (!data) return <Skeleton size="card" />
	return (
		<>
			{problem && <Alert>{problem}</Alert>}
			{codes.length > 0 && <RecoveryCodes codes={codes} onDone={() => setCodes([])} />}
			<PasskeyRows
				passkeys={data.llaves}
				isBusy={isBusy}
				onAdd={async () => setCodes(await addPasskey(changes))}
				onRemove={async (id) => void (await change(requestTo(endpoints.removePasskey, { params: { id } })))}
			/>
			{setup ? (
				<SetUp
					setup={setup}
					isBusy={isBusy}
					onCode={(codigo) => void confirm(codigo)}
					onCancel={() => setSetup(undefined)}
				/>
			) : (
				<AppRow
					hasApp={data.app}
					isBusy={isBusy}
					onAdd={async () => setSetup(await change(requestTo(endpoints.setUpApp)))}
					onRemove={() => void change(requestTo(endpoints.removeApp))}
				/>
			)}
			{(data.app || data.llaves.length > 0) && codes.length === 0 && (
				<RecoveryRow left={data.codigos_restantes} isBusy={isBusy} onRenew={() => void newCodes()} />
			)}
		</>
	)
}

/** The recovery codes, shown only once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
	const asFile = () => new Blob([`Premium Shaker\n${codes.join('\n')}\n`], { type: 'text/plain' })
	return (
		<div className="above-s stack loose" role="alert">
			<p className="strong">Guarda estos códigos de recuperación</p>
			<p>No los mostraremos otra vez. Cada uno te deja entrar una vez si pierdes tu segundo paso.</p>
			<ul className="own-codes">
				{codes.map((code) => (
					<li key={code}>
						<code>{code}</code>
					</li>
				))}
			</ul>
			<div className="row">
				<Button look="outline" onClick={() => offerFile('codigos-premium-shaker.txt', asFile())}>
					Descargar
				</Button>
				<Button onClick={onDone}>Ya los guardé</Button>
			</div>
		</div>
	)
}
