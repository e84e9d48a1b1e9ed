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

interface PanelGroup {
	readonly label: string
	readonly sections: readonly PanelSectionEntry[]
}

const orders = section('ordenes', 'Órdenes', () => import('#modules/orders/staff/web/orders-section.tsx'))

const groups: readonly PanelGroup[] = [
	{ label: 'Hoy', sections: [section('hoy', 'Hoy', () => import('#modules/today/web/today-section.tsx'))] },
	{
		label: 'Pedidos',
		sections: [
			orders,
			section('venta', 'Nueva venta', () => import('#modules/staff-sales/web/new-sale-section.tsx')),
			section('casos', 'Casos', () => import('#modules/orders/staff/web/cases-section.tsx')),
			section('retornos', 'Retornos', () => import('#modules/returns/web/returns-section.tsx')),
		],
	},
	{
		label: 'Reparto',
		sections: [section('reparto', 'Reparto', () => import('#modules/rounds/web/deliveries-section.tsx'))],
	},
	{
		label: 'Producto',
		sections: [
			section('productos', 'Productos', () => import('#modules/catalog/staff/web/products-section.tsx')),
			section('stock', 'Stock', () => import('#modules/catalog/staff/web/stock-section.tsx')),
			section('cupones', 'Cupones', () => import('#modules/coupons/web/coupons-section.tsx')),
		],
	},
	{
		label: 'Clientes',
		sections: [
			section('clientes', 'Clientes', () => import('#modules/customers/web/customers-section.tsx')),
			section('solicitudes', 'Solicitudes', () => import('#modules/privacy/web/requests-section.tsx')),
			section('registro', 'Registro de datos', () => import('#modules/privacy/web/register-section.tsx')),
		],
	},
	{
		label: 'Números',
		sections: [section('numeros', 'Números', () => import('#modules/numbers/web/numbers-section.tsx'))],
	},
	{
		label: 'Tienda',
		sections: [
			section('ajustes', 'Ajustes', () => import('#modules/settings/web/settings-section.tsx')),
			section('primer_dia', 'Primer día', () => import('#modules/first-day/web/first-day-section.tsx')),
			section('avisos', 'Avisos', () => import('#modules/push/web/push-section.tsx')),
		],
	},
	{
		label: 'Sistema',
		sections: [
			section('usuarios', 'Usuarios', () => import('#modules/staff/web/users-section.tsx')),
			section('seguridad', 'Seguridad', () => import('#modules/security-trail/web/security-section.tsx')),
			section('auditoria', 'Auditoría', () => import('#modules/staff/web/audit-section.tsx')),
			section('trabajos', 'Trabajos', () => import('#modules/jobs-panel/web/jobs-section.tsx')),
		],
	},
]

/** The panel's sections in groups, most used first. */
export const panelGroups = groups.filter(({ sections }) => sections.length > 0)

/** The section that opens with the panel. */
export const firstSection = panelGroups[0]?.sections[0] ?? orders
