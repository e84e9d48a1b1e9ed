import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { AnswerOf, Arguments, Endpoint, InputOf } from '#contract/endpoint.ts'
import { type ApiAnswer, type ApiRequest, requestTo, send } from '#web/session/api.ts'
import { accountOf } from '#web/session/open-account.ts'

// What is under way shows before the next click can come: a slow phone may have two of them waiting.
notifyManager.setScheduler(queueMicrotask)

type Refusal = Extract<ApiAnswer<never>, { ok: false }>

/** A call that was refused or got no answer, as an error: what queries fail with. */
export class CallFailed extends Error {
	readonly refusal: Refusal
	constructor(refusal: Refusal) {
		super(`${refusal.status} ${refusal.code} ${refusal.text}`)
		this.refusal = refusal
	}
}

/** Sends a request and gives the data, or throws a CallFailed. */
export async function fetchData<T>(request: ApiRequest<T>): Promise<T> {
	const answer = await send(request)
	if (!answer.ok) throw new CallFailed(answer)
	return answer.data
}

/** Calls an endpoint and gives the data, or throws a CallFailed. For queries, which tell failures by errors. */
export function fetchFrom<E extends Endpoint>(endpoint: E, ...input: Arguments<InputOf<E>>): Promise<AnswerOf<E>> {
	return fetchData(requestTo(endpoint, ...input))
}

/** An answer that the same question would not change is final; a lost connection or a busy server is asked again. */
function isWorthRepeating(failures: number, error: Error): boolean {
	const isPassing = !(error instanceof CallFailed) || error.refusal.status === 0 || error.refusal.status >= 500
	return isPassing && failures < 2
}

const makeClient = () =>
	new QueryClient({
		defaultOptions: {
			// Without a connection a screen says so at once; with one again it asks again.
			queries: {
				networkMode: 'always',
				refetchOnReconnect: true,
				retry: isWorthRepeating,
				retryDelay: 600,
				staleTime: 60_000,
				refetchOnWindowFocus: false,
			},
			// A change is sent once, when it is asked for: never held until there is a connection, never sent again by itself.
			mutations: { networkMode: 'always', retry: false },
		},
	})

let shared: QueryClient | undefined

/** One in the browser for all screens; on the server each page has its own, so that nothing is shared between visitors. */
function clientOf(): QueryClient {
	if (typeof window === 'undefined') return makeClient()
	shared ??= makeSharedClient()
	return shared
}

/** Whoever logs in in another tab may be somebody else than who asked in this one. */
function makeSharedClient(): QueryClient {
	const client = makeClient()
	window.addEventListener('storage', ({ key, oldValue, newValue }) => {
		if (key === 'access_token' && newValue !== null && accountOf(newValue) !== accountOf(oldValue)) client.clear()
	})
	return client
}

/** Forgets everything that was asked, as a change of customer does. */
export function clearQueries(): void {
	shared?.clear()
}

/** Gives a screen the place where its queries live. */
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
