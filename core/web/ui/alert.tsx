import type { ReactNode } from 'react'
import { Icon, type IconName } from '#core/web/ui/icon.tsx'

type Tone = 'info' | 'ok' | 'warn' | 'danger'
const icons: Readonly<Record<Tone, IconName>> = { info: 'alert', ok: 'check', warn: 'alert', danger: 'alert' }

/** An inline message. `danger` and `warn` are assertive for screen readers, the others polite. */
export function Alert({ tone = 'danger', children }: { tone?: Tone; children: ReactNode }) {
	return (
		<div className={`alert tone-${tone}`} role={tone === 'danger' || tone === 'warn' ? 'alert' : 'status'}>
			<Icon name={icons[tone]} />
			<div>{children}</div>
		</div>
	)
}
