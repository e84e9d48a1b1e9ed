import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { IconButton } from '#core/web/ui/buttons.tsx'
import { Icon } from '#core/web/ui/parts.tsx'
import { createStore } from '#core/web/ui/store.ts'

interface Notice {
	readonly id: number
	readonly text: string
	readonly kind: 'problem' | 'done'
	/** The `NoticePlace` that shows the message; while none is on the page, the message floats. */
	readonly at?: string | undefined
	/** Retries the failed action. */
	readonly onRetry?: (() => void) | undefined
	readonly action?: NoticeAction | undefined
}

/** An action available until a moment (ms since 1970), when the message disappears. */
interface NoticeAction {
	readonly label: string
	readonly until: number
	readonly run: () => void
}

const none: readonly Notice[] = []
const shown = createStore(none)
/** The `at` of every place on the page. */
const places = createStore<readonly string[]>([])
const isPlaced = ({ at }: Notice) => at !== undefined && places.get().includes(at)
let lastId = 0

/** Shows an assertive message. It replaces the earlier one in its place, and those with its text. */
export function notify(
	text: string,
	kind: Notice['kind'] = 'problem',
	{ at, onRetry, action }: Pick<Notice, 'at' | 'onRetry' | 'action'> = {},
): void {
	lastId += 1
	const notice = { id: lastId, text, kind, at, onRetry, action }
	const isReplaced = (other: Notice) => other.text === text || (at !== undefined && other.at === at)
	shown.set([...shown.get().filter((other) => !isReplaced(other)), notice])
}

/** Returns whether a place on the page shows this text. */
export const isShownInPlace = (text: string): boolean =>
	shown.get().some((notice) => notice.text === text && isPlaced(notice))

/** Removes the message with this text, when its reason has passed. */
export function withdrawNotice(text: string): void {
	const rest = shown.get().filter((notice) => notice.text !== text)
	if (rest.length < shown.get().length) shown.set(rest)
}

/** Removes one message. */
function dismissNotice(id: number): void {
	shown.set(shown.get().filter((notice) => notice.id !== id))
}

/** Removes every message, as after a new attempt, a success or a navigation. */
export function clearNotices(): void {
	if (shown.get().length > 0) shown.set(none)
}

/** Hook for the current messages. */
function useNotices(): readonly Notice[] {
	return useSyncExternalStore(shown.subscribe, shown.get, () => none)
}

const secondsTo = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000))

/** Action of a message with its remaining seconds; `onEnd` is called after the action or the last second. */
function TimedAction({ action, onEnd }: { action: NoticeAction; onEnd: () => void }) {
	const [left, setLeft] = useState(() => secondsTo(action.until))
	useEffect(() => {
		const timer = setInterval(() => setLeft(secondsTo(action.until)), 1000)
		return () => clearInterval(timer)
	}, [action.until])
	const end = useRef(onEnd)
	end.current = onEnd
	useEffect(() => {
		if (left === 0) end.current()
	}, [left])
	return (
		<button
			type="button"
			className="notice-action"
			onClick={() => {
				onEnd()
				action.run()
			}}
		>
			<span>{action.label}</span>
			{/* Announcing each second would interrupt everything else. */}
			<span aria-hidden="true" className="notice-seconds digits">
				{`${left} s`}
			</span>
		</button>
	)
}

/** Content of a message: its sign, its text, and the retry. */
function NoticeText({ notice: { text, kind, onRetry }, close }: { notice: Notice; close: () => void }) {
	return (
		<>
			<Icon name={kind === 'done' ? 'check' : 'alert'} />
			<div className="notice-text">
				<p>{text}</p>
				{onRetry && (
					<button
						type="button"
						className="link touch"
						onClick={() => {
							close()
							onRetry()
						}}
					>
						Reintentar
					</button>
				)}
			</div>
		</>
	)
}

/**
 * Shows the message about one field or control, in a place beside it. The style of the place reserves a line, so nothing
 * moves. The message is removed by the next attempt, a correction or a navigation.
 */
export function NoticePlace({ at }: { at: string }) {
	const notice = useNotices().find((one) => one.at === at)
	const place = useRef<HTMLDivElement>(null)
	useLayoutEffect(() => {
		places.set([...places.get(), at])
		return () => places.set(places.get().filter((_, index, all) => index !== all.indexOf(at)))
	}, [at])
	useLayoutEffect(() => {
		if (notice) place.current?.scrollIntoView({ block: 'nearest' })
	}, [notice])
	/** The pressed button disappears with its message. */
	const close = (id: number) => {
		if (place.current?.contains(document.activeElement)) place.current.focus({ preventScroll: true })
		dismissNotice(id)
	}
	return (
		<div className="notice-place" ref={place} tabIndex={-1}>
			{notice && (
				<div key={notice.id} role="alert" className={`notice-line notice-${notice.kind}`}>
					<NoticeText notice={notice} close={() => close(notice.id)} />
					{notice.action && <TimedAction action={notice.action} onEnd={() => close(notice.id)} />}
				</div>
			)}
		</div>
	)
}

/**
 * The messages without a place: in the top bar, on a phone over the bottom of the window. Mounted once in the shell. Closing one
 * returns the focus.
 */
export function Notices() {
	useSyncExternalStore(places.subscribe, places.get, places.get)
	const notices = useNotices().filter((notice) => !isPlaced(notice))
	const isAny = notices.length > 0
	const before = useRef<HTMLElement>(null)
	const box = useRef<HTMLDivElement>(null)
	useLayoutEffect(() => void box.current?.togglePopover(isAny), [isAny])
	const close = (id: number) => {
		before.current?.focus()
		dismissNotice(id)
	}
	return (
		<div className="notices" popover="manual" ref={box}>
			{notices.map((notice) => (
				<div key={notice.id} role="alert" className={`notice notice-${notice.kind}`}>
					<NoticeText notice={notice} close={() => close(notice.id)} />
					{notice.action && <TimedAction action={notice.action} onEnd={() => close(notice.id)} />}
					<IconButton
						icon="close"
						label="Cerrar mensaje"
						className="notice-close"
						onFocus={({ relatedTarget }) => {
							if (relatedTarget?.closest('.notices')) return
							before.current = relatedTarget instanceof HTMLElement ? relatedTarget : null
						}}
						onClick={() => close(notice.id)}
					/>
				</div>
			))}
		</div>
	)
}
