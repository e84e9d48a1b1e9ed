import { actProblem } from '#core/web/panel/act.ts'
import { openAccount } from '#core/web/session/account.ts'
import { type ApiAnswer, type ApiRequest, requestTo, send } from '#core/web/session/api.ts'
import { randomKey } from '#core/web/session/idempotency.ts'
import { addStopPhoto, deliverStop, failStop, undoStop } from '#modules/rounds/endpoints.ts'
import type { RoundAnswer } from '#modules/rounds/shapes.ts'
import {
	type OutboxEntry,
	outboxKey,
	type Press,
	readOutbox,
	readPhoto,
	removeFromOutbox,
	removePhotosOf,
	setAsidePresses,
	storePhoto,
	unsentPhotos,
	unsentPresses,
	writeOutbox,
} from '#modules/rounds/web/outbox.ts'

const timeoutMs = 12_000
/** The screen waits this long for the answer; a later answer updates it afterwards. */
const responseTimeoutMs = 4_000
/** A request that failed after this time may have reached the server. */
const uncertainAfterMs = 3_000
/** Photos are about a thousand times larger than presses. */
const photoTimeoutMs = 90_000

const answerListeners = new Set<(round: RoundAnswer) => void>()

/**
 * Calls `read` with the server's answer before the press leaves the outbox, so the stop is never rendered in its old state.
 * Returns the unsubscribe function.
 */
export function onAnsweredPress(read: (round: RoundAnswer) => void): () => void {
	answerListeners.add(read)
	return () => void answerListeners.delete(read)
}

/** Returns the request of an entry, or undefined when its photo is missing. */
async function requestOf(press: OutboxEntry): Promise<ApiRequest<RoundAnswer> | undefined> {
	const { clave, tipo, hecha_at, recibe, recibido, por_transferencia, nota, sigue } = press
	// The server rejects a stored press without a reason; the phone never invents one.
	const motivo = press.motivo as NonNullable<OutboxEntry['motivo']>
	const params = { id: press.parada_id }
	if (tipo === 'entregada')
		return requestTo(deliverStop, { params, body: { hecha_at, recibe, recibido, por_transferencia } })
	if (tipo === 'no_entregada') return requestTo(failStop, { params, body: { hecha_at, motivo, nota, sigue } })
	if (tipo === 'deshecha') return requestTo(undoStop, { params, body: { hecha_at } })
	const photo = await readPhoto(clave)
	if (!photo) return undefined
	const body = new FormData()
	body.set('foto', photo, 'foto.jpg')
	return requestTo(addStopPhoto, { params, body })
}

/** Number of 5xx answers before a press is set aside. */
const maxFailures = 3
/** Failures that every other press would meet too: lost connection, ended session, rate limit. */
const retryStatuses: ReadonlySet<number> = new Set([0, 401, 408, 429])

/** Returns the press after a failed request: unchanged for a retry, or set aside with the reason. */
function afterRefusal(
	press: OutboxEntry,
	answer: Extract<ApiAnswer<unknown>, { ok: false }>,
	tookMs: number,
): OutboxEntry {
	const { status } = answer
	// Without a signal a request fails at once; after a timeout it may have reached the server.
	if (retryStatuses.has(status)) return status === 0 && tookMs > uncertainAfterMs ? { ...press, incierta: true } : press
	if (status < 500) return { ...press, problema: actProblem(answer) }
	const failed = { ...press, incierta: true, fallos: (press.fallos ?? 0) + 1 }
	return failed.fallos < maxFailures ? failed : { ...failed, problema: actProblem(answer) }
}

/** Sends the first entry. Returns true when the next one may follow. */
async function sendFirst(): Promise<boolean> {
	// Presses trigger the customers' notices, so they precede photos.
	const [press = unsentPhotos(readOutbox())[0]] = unsentPresses(readOutbox())
	if (!press) return false
	const { clave, tipo } = press
	const request = await requestOf(press)
	if (!request) {
		removeFromOutbox(clave)
		return true
	}
	const startedAt = Date.now()
	const answer = await send(request, {
		headers: { 'idempotency-key': clave },
		timeoutMs: tipo === 'foto' ? photoTimeoutMs : timeoutMs,
	})
	if (answer.ok) {
		for (const read of answerListeners) read(answer.data)
		removeFromOutbox(clave)
		return true
	}
	const left = afterRefusal(press, answer, Date.now() - startedAt)
	writeOutbox(readOutbox().map((one) => (one.clave === clave ? left : one)))
	return left.problema !== undefined
}

/** Web Locks serialise the tabs, so presses reach the server in order. */
async function withOutboxLock<T>(work: () => Promise<T>): Promise<T> {
	return 'locks' in navigator ? ((await navigator.locks.request(outboxKey, work)) as T) : await work()
}

const maxPerRun = 200

/** Sends the entries in order until one fails without an answer. */
export async function sendPresses(): Promise<void> {
	await withOutboxLock(async () => {
		for (let sent = 0; sent < maxPerRun; sent += 1) if (!(await sendFirst())) return
	})
}

/** Sends the entries and returns the state of the rest. */
export async function sendAllPresses(): Promise<'waiting' | 'set aside' | 'nothing'> {
	await sendPresses()
	if (unsentPresses(readOutbox()).length > 0) return 'waiting'
	return setAsidePresses(readOutbox()).length > 0 ? 'set aside' : 'nothing'
}

/** `removed`: an undo cancelled a press that was never sent. */
export type PressOutcome =
	| { readonly is: 'done' | 'queued' | 'removed' }
	| { readonly is: 'refused'; readonly problem: string }

/** Stores the photo of a press. Returns the entries to add to the outbox. */
async function withPhoto(press: OutboxEntry, photo: Blob | undefined): Promise<OutboxEntry[]> {
	if (!photo) return [press]
	const { parada_id, nro_orden, hecha_at, cuenta } = press
	const clave = randomKey()
	await storePhoto(clave, photo)
	return [press, { clave, cuenta, parada_id, nro_orden, hecha_at, tipo: 'foto' }]
}

/** Removes the press that is set aside at a stop, because a new press replaces it. */
function removeSetAside({ parada_id }: Press): void {
	for (const one of setAsidePresses(readOutbox()))
		if (one.parada_id === parada_id && one.tipo !== 'foto') removeFromOutbox(one.clave)
}

/** Removes the unsent press of an undo. Returns true when none of it reached the server. */
async function removeUnsent({ parada_id }: Press): Promise<boolean> {
	// The lock waits for a request in flight.
	return await withOutboxLock(async () => {
		const unsent = unsentPresses(readOutbox()).filter((one) => one.parada_id === parada_id && one.tipo !== 'deshecha')
		for (const { clave } of unsent) removeFromOutbox(clave)
		removePhotosOf(parada_id)
		return unsent.length > 0 && !unsent.some(({ incierta }) => incierta)
	})
}

/**
 * Adds a press to the outbox and sends the outbox in order. A press that is rejected at once is removed again. The undo of an
 * unsent press removes that press.
 */
export async function pressAt(press: Press, photo?: Blob): Promise<PressOutcome> {
	const clave = randomKey()
	removeSetAside(press)
	if (press.tipo === 'deshecha' && (await removeUnsent(press))) return { is: 'removed' }
	const added = await withPhoto({ ...press, clave, cuenta: openAccount() ?? '' }, photo)
	writeOutbox([...readOutbox(), ...added])
	await Promise.race([sendPresses(), new Promise((resolve) => setTimeout(resolve, responseTimeoutMs))])
	const entry = readOutbox().find((one) => one.clave === clave)
	if (!entry) return { is: 'done' }
	if (entry.problema === undefined) return { is: 'queued' }
	for (const one of added) removeFromOutbox(one.clave)
	return { is: 'refused', problem: entry.problema }
}
