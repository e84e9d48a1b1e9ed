import { useMutation } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { panelQuery } from '#core/rules/staff-panel.ts'
import { offlineCopy, useOpenAccount } from '#core/web/session/account.ts'
import { type ApiAnswer, call } from '#core/web/session/api.ts'
import { useIdentityRequest } from '#core/web/session/identity-request.ts'
import { useLogOut } from '#core/web/session/log-out.ts'
import { useGuardedSession, useSessionExpired } from '#core/web/session/login.ts'
import { withQueries } from '#core/web/session/query-client.tsx'
import { Button, ScreenLink } from '#core/web/ui/buttons.tsx'
import { ActionDialog } from '#core/web/ui/dialogs.tsx'
import { useHydrated } from '#core/web/ui/hooks.ts'
import { Skeleton } from '#core/web/ui/parts.tsx'
import { EmptyState } from '#core/web/ui/screen-parts.tsx'
import { Tabs } from '#core/web/ui/tabs.tsx'
import { proveIdentity } from '#modules/accounts/endpoints.ts'
import type { ProfileAnswer, ProofOfIdentity } from '#modules/accounts/shapes.ts'
import { PasswordAgain, ProveWithGoogle } from '#modules/accounts/web/identity-proof.tsx'
import { useProfile } from '#modules/accounts/web/use-profile.ts'
import { Panel } from '#modules/lists/web/panel.ts'
import { identityParts, panelGates } from '#modules/lists/web/profile-screen.ts'
import '#core/web/panel/panel-head.css'
import '#modules/accounts/web/accounts.css'

// Each tab is its own chunk: the panel is loaded by staff alone, and a courier on a bad connection loads no customer tab.
const loadProfileTab = () => import('#modules/accounts/web/profile-tab.tsx')
const loadOrdersTab = () => import('#modules/orders/web/orders-tab.tsx')
const ProfileTab = lazy(async () => ({ default: (await loadProfileTab()).ProfileTab }))
const OrdersTab = lazy(async () => ({ default: (await loadOrdersTab()).OrdersTab }))

/** Fields that the tabs need. Offline no whole profile exists, and only the panel is shown. */
interface Known extends Pick<ProfileAnswer, 'nombre' | 'tiene_segundo_factor'> {
	readonly whole?: ProfileAnswer
}

function TabContent({ name, known: { whole, tiene_segundo_factor } }: { name: string; known: Known }) {
	if (whole && name === 'ordenes') return <OrdersTab orders={whole.ordenes} total={whole.ordenes_total} />
	if (whole && name !== 'admin') return <ProfileTab profile={whole} />
	let panel = <Panel />
	for (const Gate of panelGates) panel = <Gate hasSecondFactor={tiene_segundo_factor}>{panel}</Gate>
	return panel
}

/** The selected tab is in the URL, for reloads and links. */
function Profile({ known }: { known: Known }) {
	const [query, setQuery] = useSearchParams()
	const admin = { name: 'admin', label: 'Admin' }
	const own = [
		{ name: 'perfil', label: 'Perfil' },
		{ name: 'ordenes', label: 'Órdenes' },
	]
	const tabs = known.whole ? [...own, ...(known.whole.is_staff ? [admin] : [])] : [admin]
	const requested = query.get('tab')
	const chosen = (tabs.find((tab) => tab.name === requested) ?? tabs[0])?.name ?? 'perfil'
	const logOut = useLogOut()
	return (
		<>
			<h1 className={chosen === 'admin' ? 'visually-hidden panel-title' : 'title-l'}>
				{known.nombre ? `Hola, ${known.nombre}` : 'Tu perfil'}
			</h1>
			<Tabs
				label="Tu cuenta"
				tabs={tabs}
				chosen={chosen}
				menuEnd={
					chosen === 'admin' && (
						<button type="button" className="tab tabs-log-out" onClick={logOut}>
							Cerrar sesión
						</button>
					)
				}
				onChoose={(tab) => setQuery({ tab }, { replace: true, preventScrollReset: true })}
			>
				<Suspense key={chosen} fallback={chosen === 'admin' ? <PanelWaiting /> : <Skeleton size="page" />}>
					<TabContent name={chosen} known={known} />
				</Suspense>
			</Tabs>
		</>
	)
}

/** The panel's head, as the loaded panel shows it. */
function PanelWaiting() {
	return (
		<div className="staff">
			<div className="staff-head">
				<div className="staff-title">
					<h2>Panel de Administrador</h2>
				</div>
			</div>
			<p role="status" className="staff-waiting">
				Cargando panel...
			</p>
		</div>
	)
}

/** What a section of the account shows until its data is there. */
function Waiting() {
	const [query] = useSearchParams()
	if (useHydrated() && query.get('tab') === 'admin') {
		return (
			<>
				<h1 className="visually-hidden panel-title">Tu perfil</h1>
				<div className="tabbed desk-columns">
					<PanelWaiting />
				</div>
			</>
		)
	}
	return (
		<>
			<Skeleton size="title" />
			<Skeleton size="page" className="above-xl" label="" />
		</>
	)
}

function LoadedProfile() {
	const { data, isError, refetch } = useProfile()
	const [query] = useSearchParams()
	// Offline, a phone shows only its current round, from its copy; the profile replaces it when loaded.
	const copy = isError ? offlineCopy() : undefined
	const round = copy && query.get('ronda') === copy.id ? copy : undefined
	const known: Known | undefined = data
		? { nombre: data.nombre, tiene_segundo_factor: data.tiene_segundo_factor, whole: data }
		: round
	if (known) {
		return (
			<>
				<Profile known={known} />
				{data && <IdentityDialog profile={data} />}
			</>
		)
	}
	if (!isError) return <Waiting />
	if (copy) {
		return (
			<EmptyState
				isPageTitle
				title="Sin señal"
				action={
					<ScreenLink
						to={`/perfil?${panelQuery({ seccion: 'reparto' })}&ronda=${copy.id}`}
						className="button button-solid"
					>
						Ver la ronda en camino
					</ScreenLink>
				}
			>
				La ronda en camino está en este teléfono.{' '}
				<button type="button" className="link" onClick={() => void refetch()}>
					Reintentar
				</button>
			</EmptyState>
		)
	}
	return (
		<EmptyState
			isPageTitle
			title="No pudimos cargar tu perfil"
			action={<Button onClick={() => void refetch()}>Reintentar</Button>}
		>
			Prueba de nuevo en un momento.
		</EmptyState>
	)
}

function ProfileScreen() {
	const session = useGuardedSession()
	const account = useOpenAccount()
	const { pathname, search } = useLocation()
	const tab = new URLSearchParams(search).get('tab')
	useEffect(() => {
		if (tab === 'admin') return
		const load = tab === 'ordenes' ? loadOrdersTab : loadProfileTab
		// The tab shows the failure.
		load().catch(() => undefined)
	}, [tab])
	return (
		<div className="page" key={account}>
			{(session === 'unknown' || session === 'ended') && <Waiting />}
			{session === 'open' && <LoadedProfile />}
			{session === 'closed' && (
				<EmptyState
					isPageTitle
					title="Inicia sesión para ver tu perfil"
					action={
						<ScreenLink to="/login" state={{ from: pathname + search }} className="button button-solid">
							Iniciar sesión
						</ScreenLink>
					}
				>
					Ahí están tus datos y el estado de tus órdenes.
				</EmptyState>
			)}
		</div>
	)
}

export default withQueries(ProfileScreen)

function Asking({ profile, settle }: { profile: ProfileAnswer; settle: (isProved: boolean) => void }) {
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
				if (password === '') setProblem('Ingresa tu contraseña actual.')
				else run(() => send({ ...besides, password }))
			}}
		>
			<p className="above-s below-s">Pasaron más de 10 minutos desde la última vez. Después se hará lo que pediste.</p>
			<input type="text" name="username" value={profile.email} autoComplete="username" readOnly hidden />
			{alone.map(({ Alone }) => (
				<Alone key={Alone.name} isBusy={isBusy} run={run} send={send} onFailure={show} onProblem={setProblem} />
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
function IdentityDialog({ profile }: { profile: ProfileAnswer }) {
	const request = useIdentityRequest()
	return request ? <Asking profile={profile} settle={request.settle} /> : null
}
