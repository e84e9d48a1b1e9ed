import type { RoundAnswer, RoundStop } from '#contract/staff/rounds.ts'
import { isMember } from '#domain/is-member.ts'
import {
	isOpenStop,
	type MotivoNoEntrega,
	type PasoSiguiente,
	type TipoPulsacion,
	tiposPulsacion,
} from '#domain/rounds/delivery-state.ts'
import { callApi } from '#web/session/api.ts'
import { openAccount } from '#web/session/open-account.ts'
import { actProblem } from '#web/staff/act.ts'
import { deletePhoto, readPhoto, storePhoto } from '#web/staff/rounds/outbox-photos.ts'
import { onOtherTab, readText, writeText } from '#web/ui/browser-storage.ts'
import { hasKnownOutcome } from '#web/ui/known-outcome.ts'
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
	readonly motivo?: MotivoNoEntrega
	readonly nota?: string
	readonly sigue?: PasoSiguiente
}

/** A press that this phone keeps: it waits for a signal, or the shop refused it later, when nobody was looking any more. */
export interface OutboxEntry extends Press {
	readonly clave: string
	readonly cuenta: string
	readonly problema?: string
}

const storageKey = 'premium-shaker-reparto'
const timeoutMs = 12_000
/** How long who presses waits for the shop; what it says later is shown later. */
const responseWaitMs = 4_000
/** A photo is as heavy as a thousand presses. */
const photoTimeoutMs = 90_000
const pathOf: Readonly<Record<TipoGuardado, string>> = {
	foto: 'foto',
	entregada: 'entregar',
	no_entregada: 'no_entregar',
	deshecha: 'deshacer',
}

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

const isWaiting = ({ cuenta, problema }: OutboxEntry) => cuenta === openAccount() && problema === undefined

/** Presses of the open account that still have to reach the shop, in the order in which they were made. */
export const waitingPresses = (kept: readonly OutboxEntry[]): OutboxEntry[] =>
	kept.filter((one) => isWaiting(one) && one.tipo !== 'foto')

/** Photos of the open account that still have to reach the shop. */
export const waitingPhotos = (kept: readonly OutboxEntry[]): OutboxEntry[] =>
	kept.filter((one) => isWaiting(one) && one.tipo === 'foto')

async function bodyOf({ clave, tipo, hecha_at, recibe, recibido, motivo, nota, sigue }: OutboxEntry): Promise<unknown> {
	if (tipo !== 'foto') return { hecha_at, recibe, recibido, motivo, nota, sigue }
	const photo = await readPhoto(clave)
	if (!photo) return undefined
	const form = new FormData()
	form.set('foto', photo, 'foto.jpg')
	return form
}

/** Sends the first press that waits. Whether the next one may follow: what became of this one is known. */
async function sendFirst(): Promise<boolean> {
	// Photos are heavy: what customers are told by goes first.
	const [press = waitingPhotos(readOutbox())[0]] = waitingPresses(readOutbox())
	if (!press) return false
	const { clave, parada_id, tipo } = press
	const body = await bodyOf(press)
	if (body === undefined) {
		removeFromOutbox(clave)
		return true
	}
	const answer = await callApi<RoundAnswer>(`/api/admin_paradas/${parada_id}/${pathOf[tipo]}/`, {
		method: 'POST',
		auth: true,
		headers: { 'idempotency-key': clave },
		body,
		timeoutMs: tipo === 'foto' ? photoTimeoutMs : timeoutMs,
	})
	if (!hasKnownOutcome(answer.status)) return false
	if (answer.ok) {
		for (const read of readers) read(answer.data)
		removeFromOutbox(clave)
	} else keep(readOutbox().map((one) => (one.clave === clave ? { ...one, problema: actProblem(answer) } : one)))
	return true
}

/** One at a time over all tabs, so that presses reach the shop in their order. */
async function alone(work: () => Promise<void>): Promise<void> {
	if ('locks' in navigator) await navigator.locks.request(storageKey, work)
	else await work()
}

const maxPerRun = 200

/** Sends what waits, in order, until one finds no signal. */
export async function sendPresses(): Promise<void> {
	await alone(async () => {
		for (let sent = 0; sent < maxPerRun; sent += 1) if (!(await sendFirst())) return
	})
}

/** Sends what waits; whether nothing waits any more. */
export async function sendAllPresses(): Promise<boolean> {
	await sendPresses()
	return waitingPresses(readOutbox()).length === 0
}

export type PressOutcome = { readonly is: 'done' | 'kept' } | { readonly is: 'refused'; readonly problem: string }

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

/** Keeps a press on this phone, then sends it behind those before it. What is refused at once is not kept. */
export async function pressAt(press: Press, photo?: Blob): Promise<PressOutcome> {
	const clave = randomKey()
	if (press.tipo === 'deshecha') removePhotosOf(press.parada_id)
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
