import { customerEstado } from '#domain/orders/estado.ts'
import { Badge } from '#web/ui/badge.tsx'

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
