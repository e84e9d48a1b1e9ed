import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { maxPasskeys } from '#core/rules/limits.ts'
import { type ApiRequest, requestTo } from '#core/web/session/api.ts'
import { offerFile, sendWithIdentity } from '#core/web/session/identity-request.ts'
import { profileKey } from '#core/web/session/query-client.tsx'
import { Button } from '#core/web/ui/buttons.tsx'
import { SubmitButton, useCheckedForm } from '#core/web/ui/checked-form.tsx'
import { ConfirmDialog } from '#core/web/ui/dialogs.tsx'
import { Field } from '#core/web/ui/fields.tsx'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { Skeleton } from '#core/web/ui/parts.tsx'
import { Alert, Badge } from '#core/web/ui/screen-parts.tsx'
import { sessionsKey } from '#modules/accounts/web/password-and-sessions.tsx'
import * as endpoints from '#modules/second-factor/endpoints.ts'
import type { SecondFactorAnswer, TotpSetupAnswer } from '#modules/second-factor/shapes.ts'
import { knowsPasskeys, makePasskey } from '#modules/second-factor/web/passkeys.ts'
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

function SetUp({
	setup,
	isBusy,
	onCode,
	onCancel,
}: {
	readonly setup: TotpSetupAnswer
	readonly isBusy: boolean
	readonly onCode: (codigo: string) => void
	readonly onCancel: () => void
}) {
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

/** Asks before it removes a factor. `what` names it for screen readers. */
function RemoveButton({
	what,
	title,
	note,
	isBusy,
	onRemove,
}: {
	readonly what: string
	readonly title: string
	readonly note?: string
	readonly isBusy: boolean
	readonly onRemove: () => void
}) {
	const [isAsking, setAsking] = useState(false)
	return (
		<>
			<Button look="plain" isBusy={isBusy} onClick={() => setAsking(true)}>
				Quitar<span className="visually-hidden">{` ${what}`}</span>
			</Button>
			<ConfirmDialog
				isOpen={isAsking}
				title={title}
				confirmText="Quitar"
				onConfirm={() => {
					setAsking(false)
					onRemove()
				}}
				onCancel={() => setAsking(false)}
			>
				{`Si es tu único segundo paso, entrarás solo con tu contraseña.${note ?? ''}`}
			</ConfirmDialog>
		</>
	)
}

/** Second factors of a login: passkeys, an authenticator app, and recovery codes. */
export default function SecondFactor() {
	const { data, isError, refetch } = useFactors()
	const { isBusy, problem, setProblem, change } = useChanges()
	const [setup, setSetup] = useState<TotpSetupAnswer>()
	const [codes, setCodes] = useState<readonly string[]>([])

	async function confirm(codigo: string): Promise<void> {
		const answer = await change(requestTo(endpoints.confirmApp, { body: { codigo } }))
		if (!answer) return
		setSetup(undefined)
		setCodes(answer.codigos)
	}
	async function addPasskey(): Promise<void> {
		const question = await change(requestTo(endpoints.createPasskeyChallenge))
		const outcome = question && (await makePasskey(question))
		if (outcome && !outcome.ok) setProblem(outcome.problem)
		const added = outcome?.ok && (await change(requestTo(endpoints.addPasskey, { body: outcome.proof })))
		setCodes(added ? added.codigos : [])
	}
	const newCodes = async () => setCodes((await change(requestTo(endpoints.createRecoveryCodes)))?.codigos ?? [])
	if (isError) return <Button onClick={() => void refetch()}>Reintentar</Button>
	if (!data) return <Skeleton size="card" />
	const left = data.codigos_restantes
	return (
		<>
			{problem && <Alert>{problem}</Alert>}
			{codes.length > 0 && <RecoveryCodes codes={codes} onDone={() => setCodes([])} />}
			<PasskeyRows
				passkeys={data.llaves}
				isBusy={isBusy}
				onAdd={() => void addPasskey()}
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
				<div className="own-row">
					<div>
						<p className="strong">App de códigos</p>
						<p className="muted small">Seis dígitos que cambian cada 30 segundos, en tu teléfono.</p>
					</div>
					{data.app ? (
						<div className="row">
							<Badge tone="ok">Activa</Badge>
							<RemoveButton
								what="la app de códigos"
								title="¿Quitar la app de códigos?"
								isBusy={isBusy}
								onRemove={() => void change(requestTo(endpoints.removeApp))}
							/>
						</div>
					) : (
						<Button
							look="outline"
							isBusy={isBusy}
							onClick={async () => setSetup(await change(requestTo(endpoints.setUpApp)))}
						>
							Agregar<span className="visually-hidden"> una app de códigos</span>
						</Button>
					)}
				</div>
			)}
			{(data.app || data.llaves.length > 0) && codes.length === 0 && (
				<div className="own-row">
					<div>
						<p className="strong">Códigos de recuperación</p>
						<p className="muted small">
							{`${left === 1 ? 'Queda 1.' : `Quedan ${left}.`} Cada uno sirve una vez, si pierdes tu segundo paso.`}
						</p>
					</div>
					<Button look="plain" isBusy={isBusy} onClick={() => void newCodes()}>
						Crear otros
					</Button>
				</div>
			)}
		</>
	)
}

function PasskeyRows({
	passkeys,
	isBusy,
	onAdd,
	onRemove,
}: {
	readonly passkeys: SecondFactorAnswer['llaves']
	readonly isBusy: boolean
	readonly onAdd: () => void
	readonly onRemove: (id: string) => Promise<void>
}) {
	const title = useRef<HTMLParagraphElement>(null)
	async function remove(id: string): Promise<void> {
		await onRemove(id)
		// The pressed row is removed; the focus moves to the remaining content.
		title.current?.focus()
	}
	const canAdd = knowsPasskeys() && passkeys.length < maxPasskeys
	return (
		<>
			<div className="own-row">
				<div>
					<p ref={title} tabIndex={-1} className="strong">
						Llaves de acceso
					</p>
					<p className="muted small">
						{knowsPasskeys()
							? 'Tu huella, tu cara, el PIN de tu dispositivo o una llave de seguridad. Nadie las puede copiar con un sitio falso.'
							: 'Este navegador no puede usarlas. Prueba con otro, o con https.'}
					</p>
				</div>
				{canAdd && (
					<Button look="outline" isBusy={isBusy} onClick={onAdd}>
						Agregar<span className="visually-hidden"> una llave de acceso</span>
					</Button>
				)}
			</div>
			{passkeys.length > 0 && (
				<ul>
					{passkeys.map(({ id, nombre, sincronizada, created_at, used_at }) => (
						<li key={id} className="own-row">
							<div>
								<p className="strong">{nombre}</p>
								<p className="muted small">
									{[
										used_at ? `Último uso: ${formatMoment(used_at)}` : `Agregada: ${formatMoment(created_at)}`,
										sincronizada ? 'Se sincroniza entre tus dispositivos' : 'Solo en ese dispositivo',
									].join(' · ')}
								</p>
							</div>
							<RemoveButton
								what={`la llave de ${nombre}`}
								title="¿Quitar esta llave de acceso?"
								note=" Bórrala también en tu dispositivo."
								isBusy={isBusy}
								onRemove={() => void remove(id)}
							/>
						</li>
					))}
				</ul>
			)}
		</>
	)
}

/** The recovery codes, shown only once. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
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
