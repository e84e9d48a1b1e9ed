import { Icon } from '#web/ui/icon.tsx'
import { dismissNotice, useNotices } from '#web/ui/notices-store.ts'

/** The page's interrupting messages, over everything else, announced when they appear. One of it stands in the shell. */
export function Notices() {
	const notices = useNotices()
	return (
		<div className="notices" popover="manual" ref={(box) => void box?.togglePopover(notices.length > 0)}>
			{notices.map((notice) => (
				<div key={notice.id} role="alert" className={`notice notice-${notice.kind}`}>
					<Icon name={notice.kind === 'done' ? 'check' : 'alert'} />
					<p className="grow">{notice.text}</p>
					<button type="button" className="icon-button -my-2 -mr-2" onClick={() => dismissNotice(notice.id)}>
						<Icon name="close" />
						<span className="sr-only">Cerrar mensaje</span>
					</button>
				</div>
			))}
		</div>
	)
}
