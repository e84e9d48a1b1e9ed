import type { ComponentType } from 'react'
import { lazyPart } from '#core/web/panel/panel-parts.tsx'

/** A section of the panel. Its screen is a chunk of its own: a courier on a slow connection loads only the rounds. */
export interface PanelSectionEntry {
	/** In the address: `?seccion=`. */
	readonly name: string
	readonly label: string
	readonly Screen: ComponentType
}

const section = (name: string, label: string, load: () => Promise<{ default: ComponentType }>): PanelSectionEntry => ({
	name,
	label,
	Screen: lazyPart(async () => (await load()).default),
})

/** The panel's sections, most used first. The first is the one without a name in the address. */
export const panelSections: readonly [PanelSectionEntry, ...PanelSectionEntry[]] = [
	section('ordenes', 'Órdenes', () => import('#modules/staff-orders/web/orders-section.tsx')),
	section('reparto', 'Reparto', () => import('#modules/rounds/web/deliveries-section.tsx')),
	section('casos', 'Casos', () => import('#modules/staff-orders/web/cases-section.tsx')),
	section('stock', 'Stock', () => import('#modules/staff-products/web/stock-section.tsx')),
	section('productos', 'Productos', () => import('#modules/staff-products/web/products-section.tsx')),
	section('usuarios', 'Usuarios', () => import('#modules/staff/web/users-section.tsx')),
	section('numeros', 'Números', () => import('#modules/numbers/web/numbers-section.tsx')),
	section('cupones', 'Cupones', () => import('#modules/coupons/web/coupons-section.tsx')),
	section('trabajos', 'Trabajos', () => import('#modules/jobs-panel/web/jobs-section.tsx')),
	section('auditoria', 'Auditoría', () => import('#modules/staff/web/audit-section.tsx')),
	section('seguridad', 'Seguridad', () => import('#modules/security-trail/web/security-section.tsx')),
	section('avisos', 'Avisos', () => import('#modules/push/web/push-section.tsx')),
	section('ajustes', 'Ajustes', () => import('#modules/settings/web/settings-section.tsx')),
	section('primer_dia', 'Primer día', () => import('#modules/first-day/web/first-day-section.tsx')),
]
