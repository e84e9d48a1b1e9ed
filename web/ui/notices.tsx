import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { dismissNotice, type Notice, type NoticeAction, useNotices } from '#web/ui/notices-store.ts'
import { placeNotices } from '#web/ui/place-notices.ts'

const secondsTo = (until: number) => Math.max(0, Math.ceil((until - Date.now()) / 1000))

/** What can be done about a message, with the seconds that are left for it; `onEnd` comes after it, or after the last one. */
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
			{/* Read aloud each second it would drown everything else. */}
			<span aria-hidden="true" className="notice-seconds digits">
				{`${left} s`}
			</span>
		</button>
	)
}

/**
 * The page's interrupting messages, over everything else but not over what they are about, announced when they appear. One of it
 * stands in the shell. Closing one gives the focus back to what had it.
 */
export function Notices() {
	const notices = useNotices()
	const before = useRef<HTMLElement>(null)
	const box = useRef<HTMLDivElement>(null)
	useLayoutEffect(() => {
		box.current?.togglePopover(notices.length > 0)
		// Whoever shows a message puts the focus where it belongs right after it.
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
					<button
						type="button"
						className="icon-button notice-close"
						onFocus={({ relatedTarget }) => {
							if (relatedTarget?.closest('.notices')) return
							before.current = relatedTarget instanceof HTMLElement ? relatedTarget : null
						}}
						onClick={() => close(notice.id)}
					>
						<Icon name="close" />
						<span className="visually-hidden">Cerrar mensaje</span>
					</button>
				</div>
			))}
		</div>
	)
}
