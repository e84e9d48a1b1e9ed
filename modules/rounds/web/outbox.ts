import { del, get, set } from 'idb-keyval'
import { isMember } from '#core/rules/values.ts'
import { openAccount } from '#core/web/session/account.ts'
import { createListeners, onOtherTab, readText, writeText } from '#core/web/ui/store.ts'
import {
	isOpenStop,
	type PasoSiguiente,
	type pressableMotivos,
	type TipoPulsacion,
	tiposPulsacion,
} from '#modules/rounds/delivery-state.ts'
import type { RoundStop } from '#modules/rounds/shapes.ts'

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
export const outboxKey = 'premium-shaker-reparto'

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

export function writeOutbox(presses: readonly OutboxEntry[]): void {
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

/** Returns the result of an IndexedDB operation, or undefined when it fails. */
async function stored<T>(work: () => Promise<T>): Promise<{ readonly value: T } | undefined> {
	try {
		return { value: await work() }
	} catch {
		return undefined
	}
}

/** Stores a photo on this phone until it is uploaded. */
export async function storePhoto(clave: string, photo: Blob): Promise<void> {
	if (!(await stored(() => set(nameOf(clave), photo)))) memory.set(clave, photo)
}

/** Returns a stored photo, or undefined when it is missing. */
export async function readPhoto(clave: string): Promise<Blob | undefined> {
	return memory.get(clave) ?? (await stored(() => get<Blob>(nameOf(clave))))?.value
}

async function deletePhoto(clave: string): Promise<void> {
	if (!memory.delete(clave)) await stored(() => del(nameOf(clave)))
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

export function removePhotosOf(stopId: string): void {
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
