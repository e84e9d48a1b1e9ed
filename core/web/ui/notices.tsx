import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '#core/web/ui/icon.tsx'
import { dismissNotice, type Notice, type NoticeAction, useNotices } from '#core/web/ui/notices-store.ts'
import { placeNotices } from '#core/web/ui/place-notices.ts'

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
