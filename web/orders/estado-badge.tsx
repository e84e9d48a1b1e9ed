import { customerEstado } from '#domain/orders/estado.ts'
import { Badge } from '#web/ui/badge.tsx'

const tones = { amarillo: 'warn', verde: 'ok', rojo: 'danger' } as const

/** An order's state as its customer reads it. */
export function EstadoBadge({ estado }: { estado: string }) {
	const { label, color } = customerEstado(estado)
	// Seen with a capital as everywhere, kept as it is stored.
	return (
		<Badge tone={color ? tones[color] : 'info'} className="estado-badge">
			{label}
		</Badge>
	)
}
