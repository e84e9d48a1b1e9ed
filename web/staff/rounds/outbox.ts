import { addStopPhoto, deliverStop, failStop, undoStop } from '#contract/staff/round-endpoints.ts'
import type { RoundAnswer, RoundStop } from '#contract/staff/rounds.ts'
import { isMember } from '#domain/is-member.ts'
import {
	isOpenStop,
	type PasoSiguiente,
	type pressableMotivos,
	type TipoPulsacion,
	tiposPulsacion,
} from '#domain/rounds/delivery-state.ts'
import { type ApiAnswer, type ApiRequest, requestTo, send } from '#web/session/api.ts'
import { openAccount } from '#web/session/open-account.ts'
import { actProblem } from '#web/staff/act.ts'
import { deletePhoto, readPhoto, storePhoto } from '#web/staff/rounds/outbox-photos.ts'
import { onOtherTab, readText, writeText } from '#web/ui/browser-storage.ts'
import { randomKey } from '#web/ui/random-key.ts'
import { createListeners } from '#web/ui/store.ts'

/** What waits on a phone: a press, or the photo that was taken along with one. */
type TipoGuardado = TipoPulsacion | 'foto'

/** What a courier pressed at a door. `recibido` and `por_cobrar` in pesos. */
export interface Press {
	readonly parada_id: string
	readonly nro_orden: number
	readonly tipo: TipoGuardado
	/** When it was pressed, by this phone's clock. */
	readonly hecha_at: string
	readonly recibe?: string
	readonly recibido?: number
	readonly por_cobrar?: number
	readonly motivo?: (typeof pressableMotivos)[number]
	readonly nota?: string
	readonly sigue?: PasoSiguiente
}

/** A press that this phone keeps: it waits for a signal or, with a `problema`, is set aside until its courier decides. */
export interface OutboxEntry extends Press {
	readonly clave: string
	readonly cuenta: string
	/** Why the shop did not take it. */
	readonly problema?: string
	/** How often the shop answered with a 5xx. */
	readonly fallos?: number
	/** A request went out and no answer says what became of it. */
	readonly incierta?: boolean
}

const storageKey = 'premium-shaker-reparto'
const timeoutMs = 12_000
/** How long who presses waits for the shop; what it says later is shown later. */
const responseWaitMs = 4_000
/** A request that failed later than this may have reached the shop. */
const answerlessMs = 3_000
/** A photo is as heavy as a thousand presses. */
const photoTimeoutMs = 90_000

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

/** Everything that this phone keeps, the oldest first. The same stored text gives the same list. */
export function readOutbox(): readonly OutboxEntry[] {
	const text = readText(storageKey)
	if (text !== lastText) {
		lastText = text
		last = parse(text)
	}
	return last
}

function keep(presses: readonly OutboxEntry[]): void {
	writeText(storageKey, JSON.stringify(presses))
	listeners.notify()
}

/** Tells of every change of what is kept, in this tab and in the others. */
export function onOutboxChange(listener: () => void): () => void {
	const stops = [listeners.subscribe(listener), onOtherTab([storageKey], listener)]
	return () => {
		for (const stop of stops) stop()
	}
}

const readers = new Set<(round: RoundAnswer) => void>()

/**
 * Gives what the shop answers to a press before that press is forgotten: whoever shows the round never shows the stop as it was
 * before. Returns how to stop.
 */
export function onAnsweredPress(read: (round: RoundAnswer) => void): () => void {
	readers.add(read)
	return () => void readers.delete(read)
}

/** Forgets a press: it was read, or it is done. */
export function removeFromOutbox(clave: string): void {
	const isPhoto = readOutbox().some((press) => press.clave === clave && press.tipo === 'foto')
	keep(readOutbox().filter((press) => press.clave !== clave))
	if (isPhoto) void deletePhoto(clave)
}

const isOwn = ({ cuenta }: OutboxEntry) => cuenta === openAccount()
const isWaiting = (one: OutboxEntry) => isOwn(one) && one.problema === undefined

/** Presses of the open account that still have to reach the shop, in the order in which they were made. */
export const waitingPresses = (kept: readonly OutboxEntry[]): OutboxEntry[] =>
	kept.filter((one) => isWaiting(one) && one.tipo !== 'foto')

/** What the shop did not take of the open account, each with its reason: it is sent again or thrown away by its courier. */
export const setAsidePresses = (kept: readonly OutboxEntry[]): OutboxEntry[] =>
	kept.filter((one) => isOwn(one) && one.problema !== undefined)

/** Photos of the open account that still have to reach the shop. The photo of a press that is set aside waits with it. */
export function waitingPhotos(kept: readonly OutboxEntry[]): OutboxEntry[] {
	const held = new Set(setAsidePresses(kept).map(({ parada_id }) => parada_id))
	return kept.filter((one) => isWaiting(one) && one.tipo === 'foto' && !held.has(one.parada_id))
}

/** Puts a press that was set aside back into its place in the queue. */
export function sendAgain(clave: string): void {
	keep(
		readOutbox().map((one) => {
			if (one.clave !== clave) return one
			const { problema: _, fallos: __, ...waiting } = one
			return waiting
		}),
	)
}

/** Throws away a press that was set aside, with its photo. */
export function discard(clave: string): void {
	const entry = readOutbox().find((one) => one.clave === clave)
	removeFromOutbox(clave)
	if (entry && entry.tipo !== 'foto') removePhotosOf(entry.parada_id)
}

/** The request of a press; undefined for a photo that this phone has no more. */
async function requestOf(press: OutboxEntry): Promise<ApiRequest<RoundAnswer> | undefined> {
	const { clave, tipo, hecha_at, recibe, recibido, motivo = 'otro', nota, sigue } = press
	const params = { id: press.parada_id }
	if (tipo === 'entregada') return requestTo(deliverStop, { params, body: { hecha_at, recibe, recibido } })
	if (tipo === 'no_entregada') return requestTo(failStop, { params, body: { hecha_at, motivo, nota, sigue } })
	if (tipo === 'deshecha') return requestTo(undoStop, { params, body: { hecha_at } })
	const photo = await readPhoto(clave)
	if (!photo) return undefined
	const body = new FormData()
	body.set('foto', photo, 'foto.jpg')
	return requestTo(addStopPhoto, { params, body })
}

/** How often the shop may answer a press with a 5xx before the next ones pass it. */
const maxFailures = 3
/** The session ended, too many calls came, or no answer did: every other press would meet the same. */
const passing: ReadonlySet<number> = new Set([0, 401, 408, 429])

/** What an unsuccessful answer makes of a press: it waits on, or is set aside with its reason. */
function afterRefusal(
	press: OutboxEntry,
	answer: Extract<ApiAnswer<unknown>, { ok: false }>,
	tookMs: number,
): OutboxEntry {
	const { status } = answer
	// A request without a signal fails at once; one that ran out of time may have arrived.
	if (passing.has(status)) return status === 0 && tookMs > answerlessMs ? { ...press, incierta: true } : press
	if (status < 500) return { ...press, problema: actProblem(answer) }
	const failed = { ...press, incierta: true, fallos: (press.fallos ?? 0) + 1 }
	return failed.fallos < maxFailures ? failed : { ...failed, problema: actProblem(answer) }
}

/** Sends the first press that waits. Whether the next one may follow: this one is done or set aside. */
async function sendFirst(): Promise<boolean> {
	// Photos are heavy: what customers are told by goes first.
	const [press = waitingPhotos(readOutbox())[0]] = waitingPresses(readOutbox())
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
		for (const read of readers) read(answer.data)
		removeFromOutbox(clave)
		return true
	}
	const left = afterRefusal(press, answer, Date.now() - startedAt)
	keep(readOutbox().map((one) => (one.clave === clave ? left : one)))
	return left.problema !== undefined
}

/** One at a time over all tabs, so that presses reach the shop in their order. */
async function alone<T>(work: () => Promise<T>): Promise<T> {
	return 'locks' in navigator ? ((await navigator.locks.request(storageKey, work)) as T) : await work()
}

const maxPerRun = 200

/** Sends what waits, in order, until one finds no signal. */
export async function sendPresses(): Promise<void> {
	await alone(async () => {
		for (let sent = 0; sent < maxPerRun; sent += 1) if (!(await sendFirst())) return
	})
}

/** Sends what waits, and gives what is left: presses without a signal, presses that were set aside, or nothing. */
export async function sendAllPresses(): Promise<'waiting' | 'set aside' | 'nothing'> {
	await sendPresses()
	if (waitingPresses(readOutbox()).length > 0) return 'waiting'
	return setAsidePresses(readOutbox()).length > 0 ? 'set aside' : 'nothing'
}

/** `removed`: the press that was undone never left this phone. */
export type PressOutcome =
	| { readonly is: 'done' | 'kept' | 'removed' }
	| { readonly is: 'refused'; readonly problem: string }

/** Keeps the photo of a press, behind it; gives the presses that are kept for it. */
async function withPhoto(press: OutboxEntry, photo: Blob | undefined): Promise<OutboxEntry[]> {
	if (!photo) return [press]
	const { parada_id, nro_orden, hecha_at, cuenta } = press
	const clave = randomKey()
	await storePhoto(clave, photo)
	return [press, { clave, cuenta, parada_id, nro_orden, hecha_at, tipo: 'foto' }]
}

/** What is undone needs no photo any more. */
function removePhotosOf(stopId: string): void {
	for (const { clave, parada_id } of waitingPhotos(readOutbox())) if (parada_id === stopId) removeFromOutbox(clave)
}

/** Removes what was set aside at a stop: a new press there takes its place. */
function removeSetAside({ parada_id }: Press): void {
	for (const one of setAsidePresses(readOutbox()))
		if (one.parada_id === parada_id && one.tipo !== 'foto') removeFromOutbox(one.clave)
}

/** Removes the press that an undo is about while it waits here. Whether that undoes it: it never left this phone. */
async function removeUnsent({ parada_id }: Press): Promise<boolean> {
	// A press that is being sent is done or back in the queue before it is looked at.
	return await alone(async () => {
		const unsent = waitingPresses(readOutbox()).filter((one) => one.parada_id === parada_id && one.tipo !== 'deshecha')
		for (const { clave } of unsent) removeFromOutbox(clave)
		removePhotosOf(parada_id)
		return unsent.length > 0 && !unsent.some(({ incierta }) => incierta)
	})
}

/**
 * Keeps a press on this phone, then sends it behind those before it. What is refused at once is not kept. The undo of a press
 * that is still here removes that press.
 */
export async function pressAt(press: Press, photo?: Blob): Promise<PressOutcome> {
	const clave = randomKey()
	removeSetAside(press)
	if (press.tipo === 'deshecha' && (await removeUnsent(press))) return { is: 'removed' }
	const added = await withPhoto({ ...press, clave, cuenta: openAccount() ?? '' }, photo)
	keep([...readOutbox(), ...added])
	await Promise.race([sendPresses(), new Promise((resolve) => setTimeout(resolve, responseWaitMs))])
	const kept = readOutbox().find((one) => one.clave === clave)
	if (!kept) return { is: 'done' }
	if (kept.problema === undefined) return { is: 'kept' }
	for (const one of added) removeFromOutbox(one.clave)
	return { is: 'refused', problem: kept.problema }
}

/** A stop as this phone knows it. `espera`: what was pressed there has not reached the shop yet. */
export interface ShownStop extends RoundStop {
	readonly espera: boolean
}

function afterPress(stop: RoundStop, press: Press): RoundStop {
	const { hecha_at, recibe = '', recibido = 0, por_cobrar = 0, motivo = null, nota = '', sigue = null } = press
	const nobody = { recibe: '', motivo: null, nota: '', sigue: null } as const
	const open = { ...nobody, estado: 'en_ruta', cobrado: null, vuelto: null } as const
	if (press.tipo === 'deshecha')
		return isOpenStop(stop.estado) ? stop : { ...stop, ...open, hecha_at: null, se_puede_deshacer: false }
	const over = { ...stop, ...open, hecha_at, se_puede_deshacer: true }
	if (press.tipo === 'no_entregada') return { ...over, estado: 'no_entregada', motivo, nota, sigue }
	const money = por_cobrar > 0 ? { cobrado: por_cobrar, vuelto: recibido - por_cobrar } : {}
	return { ...over, estado: 'entregada', recibe, ...money }
}

/** The stops of a round with what was pressed at them and waits for a signal. */
export function withPresses(stops: readonly RoundStop[], waiting: readonly Press[]): ShownStop[] {
	return stops.map((stop) => {
		const own = waiting.filter(({ parada_id }) => parada_id === stop.id)
		return { ...own.reduce(afterPress, stop), espera: own.length > 0 }
	})
}
