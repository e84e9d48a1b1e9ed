import {
	type ComponentProps,
	type ComponentType,
	createContext,
	lazy,
	type ReactNode,
	use,
	useEffect,
	useSyncExternalStore,
} from 'react'
import { Link, type LinkProps, useSearchParams } from 'react-router'
import { panelQuery } from '#core/rules/staff-panel.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { createStore } from '#core/web/ui/store.ts'

type Changes = Readonly<Record<string, string | number | undefined>>

/** Returns the address with changed parameters. Empty ones are removed, and any change other than the page resets the page. */
export function addressWith(query: URLSearchParams, changes: Changes): URLSearchParams {
	const next = new URLSearchParams(query)
	if (!('pagina' in changes)) next.delete('pagina')
	for (const [name, value] of Object.entries(changes)) {
		if (value === undefined || value === '') next.delete(name)
		else next.set(name, String(value))
	}
	return next
}

/** Returns the address of a section, without the filters of the current one. */
export function panelQueryOf(section: string): URLSearchParams {
	return panelQuery({ seccion: section })
}

/** Returns the address of an open group of settings. */
export function addressOfSettings(grupo: string): URLSearchParams {
	return addressWith(panelQueryOf('ajustes'), { grupo })
}

/** Returns the page number in the address, from 1. */
export function pageIn(query: URLSearchParams): number {
	const page = Number(query.get('pagina'))
	return Number.isSafeInteger(page) && page >= 1 ? page : 1
}

/** The change that removes these parameters. */
export const without = (names: readonly string[]): Changes => Object.fromEntries(names.map((name) => [name, '']))

/** The name and label of the section that the panel shows. */
export const ShownSection = createContext({ name: '', label: '' })

/** Reads and writes the panel's state in the address, which survives reload, links and back navigation. */
export function usePanelAddress() {
	const [query, setQuery] = useSearchParams()
	const { name } = use(ShownSection)
	// An older address names no section: without it, the removal of its last parameter would lead to another one.
	const addressHere = (changes: Changes) => addressWith(query, { seccion: query.get('seccion') ?? name, ...changes })
	return {
		query,
		text: (name: string) => query.get(name) ?? '',
		texts: (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, query.get(name) ?? ''])),
		page: pageIn(query),
		change: (changes: Changes) => setQuery(addressHere(changes), { replace: true, preventScrollReset: true }),
		go: (section: string, choices: Changes = {}) =>
			setQuery(addressWith(panelQueryOf(section), choices), { replace: true, preventScrollReset: true }),
		/** Returns a link to the current page with changed parameters. */
		linkWith: (changes: Changes) =>
			`?${addressHere({ pagina: query.get('pagina') ?? undefined, ...changes }).toString()}`,
	}
}

/** Prefix of all query keys of the panel, for invalidating every query at once. */
export const panelKey = ['panel'] as const

/** Query key of one row's detail. */
export const detailKey = (kind: string, id: string | number) => [...panelKey, kind, 'detalle', id] as const

interface PanelLinkProps extends Omit<LinkProps, 'to'> {
	/** The parameters of the address that the link changes. */
	readonly to: Changes
	readonly children: ReactNode
}

/** A link to the same place of the panel with something opened or chosen. */
export function PanelLink({ to, ...link }: PanelLinkProps) {
	const { linkWith } = usePanelAddress()
	return <Link {...link} to={linkWith(to)} />
}

/** A small button of the panel. `of`: what it acts on, for screen readers. */
export function StaffAction({ of, children, ...button }: ComponentProps<'button'> & { readonly of?: string }) {
	return (
		<button type="button" className="staff-action" {...button}>
			<span>{children}</span>
			{of && <span className="visually-hidden">{of}</span>}
		</button>
	)
}

/** One section of the panel. Its hidden heading accepts focus from scripts. */
export function PanelSection({ children }: { children: ReactNode }) {
	const { name, label } = use(ShownSection)
	const id = `panel-${name}`
	return (
		<section aria-labelledby={id}>
			<h3 id={id} className="visually-hidden" tabIndex={-1}>
				{label}
			</h3>
			{children}
		</section>
	)
}

function LoadFailed() {
	return (
		<div className="stack loose from-start">
			<Alert>No pudimos abrir esta parte: revisa tu conexión.</Alert>
			<Button look="outline" onClick={() => window.location.reload()}>
				Reintentar
			</Button>
		</div>
	)
}

export function PartLoading() {
	return (
		<p role="status" className="staff-waiting">
			Cargando panel...
		</p>
	)
}

/** Returns a lazy component that shows an error with a retry when its chunk cannot be loaded. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
	return lazy(async () => {
		try {
			return { default: await load() }
		} catch (error) {
			console.warn('a part of the panel could not be fetched', error)
			return { default: LoadFailed as ComponentType<Props> }
		}
	}) as unknown as ComponentType<Props>
}

interface Message {
	readonly id: number
	readonly text: string
}

const message = createStore<Message>({ id: 0, text: '' })

/** Announces a text to screen readers, politely. */
export function announce(text: string): void {
	message.set({ id: message.get().id + 1, text })
}

/** The panel's only live region. Changing `part` clears its message. */
export function Announcer({ part }: { part: string }) {
	const { id, text } = useSyncExternalStore(message.subscribe, message.get)
	// biome-ignore lint/correctness/useExhaustiveDependencies: leaving the part clears its message
	useEffect(() => () => announce(''), [part])
	return (
		<div role="status" className="visually-hidden">
			<span key={id}>{text}</span>
		</div>
	)
}

/** Scope of the service worker: the shop's other pages have none. */
export const workerScope = '/perfil'

/** Registers the panel's service worker, or updates it. */
export async function registerPanelWorker(): Promise<ServiceWorkerRegistration> {
	await navigator.serviceWorker.register('/panel-sw.js', { scope: workerScope, updateViaCache: 'none' })
	return await navigator.serviceWorker.ready
}

/** A customer's phone in the panel, with the data of the order that it is shown for. */
export interface Contact {
	readonly telefono: string
	/** As the customer wrote it, maybe empty. */
	readonly nombre: string
	readonly nro_orden: number
	/** CLP: the order's total, or at a stop what is to be collected. */
	readonly total: number
	/** The address, or the pickup place. */
	readonly lugar: string
}
