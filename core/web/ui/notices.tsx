import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { IconButton } from '#core/web/ui/buttons.tsx'
import { Icon } from '#core/web/ui/parts.tsx'
import { createStore } from '#core/web/ui/store.ts'

interface Notice {
	readonly id: number
	readonly text: string
	readonly kind: 'problem' | 'done'
	/** Selector of the part that the message is about; by default the focused part. */
	readonly about?: string | undefined
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
let lastId = 0

/** Shows an assertive message until dismissed. Repeating a text replaces the earlier message. */
export function notify(
	text: string,
	kind: Notice['kind'] = 'problem',
	{ about, onRetry, action }: Pick<Notice, 'about' | 'onRetry' | 'action'> = {},
): void {
	lastId += 1
	const notice = { id: lastId, text, kind, about, onRetry, action }
	shown.set([...shown.get().filter((other) => other.text !== text), notice])
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

/** Elements fixed to the bottom on some screens, not to be covered. */
const footBars = '.pay-bar, .summary, .thumb-bar'
/** Selectors of the smallest part that a message can be about, around the pressed or focused element. */
const parts = '.field, .cart-line, .coupon, .order, .own-row, .staff-row, tr, li, fieldset, section, form'
const gap = 12

/** Returns the overlap of `a` and `b` in px². */
export function overlap(a: Box, b: Box): number {
	const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
	const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
	return width > 0 && height > 0 ? width * height : 0
}

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>

function partInQuestion(about: string | undefined): Element | null {
	const named = about ? document.querySelector(about) : null
	const { activeElement } = document
	return named ?? (activeElement === document.body ? null : (activeElement?.closest(parts) ?? null))
}

/** Returns the height in px of elements fixed to the bottom. */
function footHeight(): number {
	const tops = [...document.querySelectorAll(footBars)]
		.map((bar) => bar.getBoundingClientRect())
		.filter(({ top, bottom, height }) => height > 0 && top < window.innerHeight && bottom >= window.innerHeight - 1)
		.map(({ top }) => top)
	return Math.max(0, window.innerHeight - Math.min(window.innerHeight, ...tops))
}

/** Places messages where they overlap their subject least: below the bar, or at the bottom. */
function placeNotices(box: HTMLElement, about: string | undefined): void {
	box.style.setProperty('--foot', `${footHeight() + gap}px`)
	const part = partInQuestion(about)?.getBoundingClientRect()
	const coveredAt = (place: 'top' | 'foot') => {
		box.dataset.at = place
		return part ? overlap(box.getBoundingClientRect(), part) : 0
	}
	const atTop = coveredAt('top')
	if (atTop > 0 && coveredAt('foot') >= atTop) box.dataset.at = 'top'
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

/** The assertive messages over the page, next to their subject. Mounted once in the shell. Closing one returns the focus. */
export function Notices() {
	const notices = useNotices()
	const before = useRef<HTMLElement>(null)
	const box = useRef<HTMLDivElement>(null)
	useLayoutEffect(() => {
		box.current?.togglePopover(notices.length > 0)
		// The caller moves the focus after it shows a message.
		if (notices.length > 0) queueMicrotask(() => box.current && placeNotices(box.current, notices.at(-1)?.about))
	}, [notices])
	const close = (id: number) => {
		before.current?.focus()
		dismissNotice(id)
	}
	const retry = ({ id, onRetry }: Notice) => {
		close(id)
		onRetry?.()
	}
	return (
		<div className="notices" popover="manual" ref={box}>
			{notices.map((notice) => (
				<div key={notice.id} role="alert" className={`notice notice-${notice.kind}`}>
					<Icon name={notice.kind === 'done' ? 'check' : 'alert'} />
					<div className="notice-text">
						<p>{notice.text}</p>
						{notice.onRetry && (
							<button type="button" className="link touch" onClick={() => retry(notice)}>
								Reintentar
							</button>
						)}
					</div>
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
