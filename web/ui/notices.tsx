import { useRef } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import { dismissNotice, useNotices } from '#web/ui/notices-store.ts'

/**
 * The page's interrupting messages, over everything else, announced when they appear. One of it stands in the shell. Closing one
 * gives the focus back to what had it.
 */
export function Notices() {
	const notices = useNotices()
	const before = useRef<HTMLElement>(null)
	const close = (id: number) => {
		before.current?.focus()
		dismissNotice(id)
	}
	return (
		<div className="notices" popover="manual" ref={(box) => void box?.togglePopover(notices.length > 0)}>
			{notices.map((notice) => (
				<div key={notice.id} role="alert" className={`notice notice-${notice.kind} min-w-0`}>
					<Icon name={notice.kind === 'done' ? 'check' : 'alert'} />
					<p className="min-w-0 grow break-words">{notice.text}</p>
					<button
						type="button"
						className="icon-button -my-2 -mr-2"
						onFocus={({ relatedTarget }) => {
							if (!relatedTarget?.closest('.notices')) before.current = relatedTarget as HTMLElement | null
						}}
						onClick={() => close(notice.id)}
					>
						<Icon name="close" />
						<span className="sr-only">Cerrar mensaje</span>
					</button>
				</div>
			))}
		</div>
	)
}
