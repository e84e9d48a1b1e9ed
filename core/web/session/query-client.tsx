import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { AnswerOf, Arguments, Endpoint, InputOf } from '#core/contract/endpoint.ts'
import { accountOf } from '#core/web/session/account.ts'
import { type ApiAnswer, type ApiRequest, requestTo, send } from '#core/web/session/api.ts'
import { notify, withdrawNotice } from '#core/web/ui/notices.tsx'

// Notifications are synchronous, so pending states render before the next click on a slow phone.
notifyManager.setScheduler(queueMicrotask)

/** Query key of the logged-in customer's profile. */
export const profileKey = ['perfil'] as const

type Refusal = Extract<ApiAnswer<never>, { ok: false }>

/** The error of a failed query: a refusal or a missing answer. */
export class CallFailed extends Error {
	readonly refusal: Refusal
	constructor(refusal: Refusal) {
		super(`${refusal.status} ${refusal.code} ${refusal.text}`)
		this.refusal = refusal
	}
}

/** Sends a request and returns the data. @throws CallFailed */
export async function fetchData<T>(request: ApiRequest<T>): Promise<T> {
	const answer = await send(request)
	if (!answer.ok) throw new CallFailed(answer)
	return answer.data
}

/** Calls an endpoint and returns the data, for queries. @throws CallFailed */
export function fetchFrom<E extends Endpoint>(endpoint: E, ...input: Arguments<InputOf<E>>): Promise<AnswerOf<E>> {
	return fetchData(requestTo(endpoint, ...input))
}

const isLate = (error: unknown) => error instanceof CallFailed && error.refusal.code === 'sin_respuesta'

/**
 * Retries only a lost connection or a busy server; other failures are final. A call without an answer took 30 seconds: it is
 * repeated once.
 */
function isWorthRepeating(failures: number, error: Error): boolean {
	const isPassing = !(error instanceof CallFailed) || error.refusal.status === 0 || error.refusal.status >= 500
	return isPassing && failures < (isLate(error) ? 1 : 2)
}

const lateText = 'La tienda no responde. Estamos probando otra vez.'

/** Says that a screen still waits for its data after a call without an answer, while the call is repeated. */
function announceLateReads(client: QueryClient): void {
	let isAnnounced = false
	client.getQueryCache().subscribe(() => {
		const late = client.getQueryCache().findAll({
			type: 'active',
			fetchStatus: 'fetching',
			predicate: ({ state }) => state.data === undefined && isLate(state.fetchFailureReason),
		})
		if (late.length > 0 === isAnnounced) return
		isAnnounced = !isAnnounced
		if (!isAnnounced) return withdrawNotice(lateText)
		const onRetry = () => {
			for (const { queryKey } of late) void client.resetQueries({ queryKey, exact: true })
		}
		notify(lateText, 'problem', { onRetry })
	})
}

const makeClient = () =>
	new QueryClient({
		defaultOptions: {
			// Offline, a screen fails immediately; online again it reloads.
			queries: {
				networkMode: 'always',
				refetchOnReconnect: true,
				retry: isWorthRepeating,
				retryDelay: 600,
				staleTime: 60_000,
				refetchOnWindowFocus: false,
			},
			// A mutation is sent once, immediately: never paused offline, never retried automatically.
			mutations: { networkMode: 'always', retry: false },
		},
	})

let shared: QueryClient | undefined

/** One client for all screens in the browser; one per page on the server, so visitors share nothing. */
function clientOf(): QueryClient {
	if (typeof window === 'undefined') return makeClient()
	shared ??= makeSharedClient()
	return shared
}

/** A login in another tab may be of another person than the stored queries. */
function makeSharedClient(): QueryClient {
	const client = makeClient()
	announceLateReads(client)
	window.addEventListener('storage', ({ key, oldValue, newValue }) => {
		if (key === 'access_token' && newValue !== null && accountOf(newValue) !== accountOf(oldValue)) client.clear()
	})
	return client
}

/** Clears every query, as after a change of customer. */
export function clearQueries(): void {
	shared?.clear()
}

/** Provides the query client to a screen. */
export function withQueries(Screen: ComponentType): ComponentType {
	return function ScreenWithQueries() {
		const [client] = useState(clientOf)
		return (
			<QueryClientProvider client={client}>
				<Screen />
			</QueryClientProvider>
		)
	}
}
