import { del, get, set } from 'idb-keyval'
import { isMember } from '#core/rules/values.ts'
import { actProblem } from '#core/web/panel/act.ts'
import { openAccount } from '#core/web/session/account.ts'
import { type ApiAnswer, type ApiRequest, requestTo, send } from '#core/web/session/api.ts'
import { randomKey } from '#core/web/session/idempotency.ts'
import { createListeners, onOtherTab, readText, writeText } from '#core/web/ui/store.ts'
import {
	isOpenStop,
	type PasoSiguiente,
	type pressableMotivos,
	type TipoPulsacion,
	tiposPulsacion,
} from '#modules/rounds/delivery-state.ts'
import { addStopPhoto, deliverStop, failStop, undoStop } from '#modules/rounds/endpoints.ts'
import type { RoundAnswer, RoundStop } from '#modules/rounds/shapes.ts'

/** An action of a courier at a stop, or the photo taken with one. `recibido` and `por_cobrar` in CLP. */
export interface Press {
	readonly parada_id: string
	readonly nro_orden: number
	readonly tipo: TipoPulsacion | 'foto'
	/** Time of the press, by the phone's clock. */
	readonly hecha_at: string
	readonly recibe?: string
	readonly recibido?: number
	readonly por_cobrar?: number
	/** Of a cash order: its customer says that it was transferred. */
	readonly por_transferencia?: boolean
	readonly motivo?: (typeof pressableMotivos)[number]
	readonly nota?: string
	readonly sigue?: PasoSiguiente
}

/** A press in the outbox: unsent or, with a `problema`, set aside until the courier decides. */
export interface OutboxEntry extends Press {
	readonly clave: string
	readonly cuenta: string
	/** Why the server rejected it. */
	readonly problema?: string
	/** Number of 5xx answers. */
	readonly fallos?: number
	/** A request was sent and its outcome is unknown. */
	readonly incierta?: boolean
}

/** Where the phone keeps the entries, and the lock of its tabs. */
const outboxKey = 'premium-shaker-reparto'

function isOutboxEntry(value: unknown): value is OutboxEntry {
	if (typeof value !== 'object' || value === null) return false
	const { clave, cuenta, parada_id, tipo } = value as Record<string, unknown>
	const texts = [clave, cuenta, parada_id]
	return texts.every((text) => typeof text === 'string') && (tipo === 'foto' || isMember(tiposPulsacion, tipo))
}

function parse(text: string | null): readonly OutboxEntry[] {
	try {
		const value: unknown = JSON.parse(text ?? '[]')
		return Array.isArray(value) ? value.filter(isOutboxEntry) : []
	} catch {
		return []
	}
}

const listeners = createListeners()
let lastText: string | null = null
let last: readonly OutboxEntry[] = []

/** Returns all entries, oldest first. The same stored text returns the same array, as useSyncExternalStore requires. */
export function readOutbox(): readonly OutboxEntry[] {
	const text = readText(outboxKey)
	if (text !== lastText) {
		lastText = text
		last = parse(text)
	}
	return last
}

function writeOutbox(presses: readonly OutboxEntry[]): void {
	writeText(outboxKey, JSON.stringify(presses))
	listeners.notify()
}

/** Calls `listener` after every change of the outbox, in this and other tabs. */
export function onOutboxChange(listener: () => void): () => void {
	const stops = [listeners.subscribe(listener), onOtherTab([outboxKey], listener)]
	return () => {
		for (const stop of stops) stop()
	}
}

/** Fallback when IndexedDB is full or blocked; lost on reload. */
const memory = new Map<string, Blob>()
const nameOf = (clave: string) => `premium-shaker-foto:${clave}`

async function storePhoto(clave: string, photo: Blob): Promise<void> {
	try {
		await set(nameOf(clave), photo)
	} catch {
		memory.set(clave, photo)
	}
}

async function readPhoto(clave: string): Promise<Blob | undefined> {
	try {
		return memory.get(clave) ?? (await get<Blob>(nameOf(clave)))
	} catch {
		return undefined
	}
}

async function deletePhoto(clave: string): Promise<void> {
	try {
		if (!memory.delete(clave)) await del(nameOf(clave))
	} catch {
		// Without IndexedDB nothing was stored.
	}
}

export function removeFromOutbox(clave: string): void {
	const isPhoto = readOutbox().some((press) => press.clave === clave && press.tipo === 'foto')
	writeOutbox(readOutbox().filter((press) => press.clave !== clave))
	if (isPhoto) void deletePhoto(clave)
}

const isOwn = ({ cuenta }: OutboxEntry) => cuenta === openAccount()
const isUnsent = (one: OutboxEntry) => isOwn(one) && one.problema === undefined

/** Returns the unsent presses of the current account, oldest first. */
export const unsentPresses = (entries: readonly OutboxEntry[]): OutboxEntry[] =>
	entries.filter((one) => isUnsent(one) && one.tipo !== 'foto')

/** Returns the rejected presses of the current account, with the reasons. */
export const setAsidePresses = (entries: readonly OutboxEntry[]): OutboxEntry[] =>
	entries.filter((one) => isOwn(one) && one.problema !== undefined)

/** Returns the unsent photos of the current account. The photo of a press that is set aside waits with it. */
export function unsentPhotos(entries: readonly OutboxEntry[]): OutboxEntry[] {
	const setAsideStops = new Set(setAsidePresses(entries).map(({ parada_id }) => parada_id))
	return entries.filter((one) => isUnsent(one) && one.tipo === 'foto' && !setAsideStops.has(one.parada_id))
}

/** Returns a press that is set aside to the queue. */
export function sendAgain(clave: string): void {
	writeOutbox(
		readOutbox().map((one) => {
			if (one.clave !== clave) return one
			const { problema: _, fallos: __, ...waiting } = one
			return waiting
		}),
	)
}

/** Removes a press that is set aside, with its photo. */
export function discard(clave: string): void {
	const entry = readOutbox().find((one) => one.clave === clave)
	removeFromOutbox(clave)
	if (entry && entry.tipo !== 'foto') removePhotosOf(entry.parada_id)
}

function removePhotosOf(stopId: string): void {
	for (const { clave, parada_id } of unsentPhotos(readOutbox())) if (parada_id === stopId) removeFromOutbox(clave)
}

/** A stop with the unsent presses applied; `espera`: at least one is unsent. */
export interface ShownStop extends RoundStop {
	readonly espera: boolean
}

function afterPress(stop: RoundStop, press: Press): RoundStop {
	const { hecha_at, recibe = '', recibido = 0, por_cobrar = 0, motivo = null, nota = '', sigue = null } = press
	const noOutcome = { recibe: '', motivo: null, nota: '', sigue: null } as const
	const open = { ...noOutcome, estado: 'en_ruta', cobrado: null, vuelto: null } as const
	if (press.tipo === 'deshecha')
		return isOpenStop(stop.estado) ? stop : { ...stop, ...open, hecha_at: null, se_puede_deshacer: false }
	const over = { ...stop, ...open, hecha_at, se_puede_deshacer: true }
	if (press.tipo === 'no_entregada') return { ...over, estado: 'no_entregada', motivo, nota, sigue }
	const cash = por_cobrar > 0 ? { cobrado: por_cobrar, vuelto: recibido - por_cobrar } : {}
	const money = press.por_transferencia ? ({ metodo_pago: 'transferencia', dinero: 'sin_pago' } as const) : cash
	return { ...over, estado: 'entregada', recibe, ...money }
}

/** Returns the stops of a round with the unsent presses applied. */
export function withPresses(stops: readonly RoundStop[], waiting: readonly Press[]): ShownStop[] {
	return stops.map((stop) => {
		const own = waiting.filter(({ parada_id }) => parada_id === stop.id)
		return { ...own.reduce(afterPress, stop), espera: own.length > 0 }
	})
}

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

/**
 * Adds a press to the outbox and sends the outbox in order. A press that is rejected at once is removed again. The undo of an
 * unsent press removes that press (`removed`).
 */
export async function pressAt(
	press: Press,
	photo?: Blob,
): Promise<{ readonly is: 'done' | 'queued' | 'removed' } | { readonly is: 'refused'; readonly problem: string }> {
	const { parada_id, nro_orden, hecha_at } = press
	// A new press replaces the one that is set aside at its stop.
	for (const one of setAsidePresses(readOutbox()))
		if (one.parada_id === parada_id && one.tipo !== 'foto') removeFromOutbox(one.clave)
	if (press.tipo === 'deshecha') {
		// The lock waits for a request in flight.
		const wasNeverSent = await withOutboxLock(async () => {
			const unsent = unsentPresses(readOutbox()).filter((one) => one.parada_id === parada_id && one.tipo !== 'deshecha')
			for (const { clave } of unsent) removeFromOutbox(clave)
			removePhotosOf(parada_id)
			return unsent.length > 0 && !unsent.some(({ incierta }) => incierta)
		})
		if (wasNeverSent) return { is: 'removed' }
	}

	const [clave, cuenta] = [randomKey(), openAccount() ?? '']
	const added: OutboxEntry[] = [{ ...press, clave, cuenta }]
	if (photo) {
		const photoKey = randomKey()
		await storePhoto(photoKey, photo)
		added.push({ clave: photoKey, cuenta, parada_id, nro_orden, hecha_at, tipo: 'foto' })
	}
	writeOutbox([...readOutbox(), ...added])
	await Promise.race([sendPresses(), new Promise((resolve) => setTimeout(resolve, responseTimeoutMs))])
	const entry = readOutbox().find((one) => one.clave === clave)
	if (!entry) return { is: 'done' }
	if (entry.problema === undefined) return { is: 'queued' }
	for (const one of added) removeFromOutbox(one.clave)
	return { is: 'refused', problem: entry.problema }
}
