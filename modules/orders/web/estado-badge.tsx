import { Badge } from '#core/web/ui/badge.tsx'
import { customerEstado } from '#modules/orders/estado.ts'

const tones = { amarillo: 'warn', verde: 'ok', rojo: 'danger' } as const

export function EstadoBadge({ estado }: { estado: string }) {
	const { label, color } = customerEstado(estado)
	// Displayed with a capital, stored in lower case.
	return (
		<Badge tone={color ? tones[color] : 'info'} className="estado-badge">
			{label}
		</Badge>
	)
}
