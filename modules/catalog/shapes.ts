import { z } from 'zod'
import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import type { Color } from '#modules/catalog/colors.ts'
import type { UnitLimits } from '#modules/catalog/unit-limits.ts'
import type { Tariff } from '#modules/delivery/tariff.ts'
import type { PageTexts } from '#modules/settings/page-texts.ts'
import type { Tienda } from '#modules/settings/shop-data.ts'
import type { SocialPost } from '#modules/social/shapes.ts'

/** One colour on Home. `precio` in CLP, null when unknown; `stock` in units. */
export interface CatalogColor {
	readonly color: Color
	readonly nombre: string
	readonly precio: number | null
	readonly stock: number
	/** The hash in the addresses of the owner's photo; undefined for the shop's own picture. */
	readonly foto?: string | undefined
	/** The swatch (`#rrggbb`) of a colour added by staff; the built-in four have theirs in the stylesheet. */
	readonly muestra?: string | undefined
}

/** A company that gets data about people. Country and link to its policy are empty when unknown. */
export interface ShownProcessor {
	readonly nombre: string
	readonly finalidad: string
	readonly pais: string
	readonly enlace: string
}

/** The owner's decisions on what search engines read; absent: not decided. */
export interface SearchTerms {
	/** Whether pages have structured data. */
	readonly datos_estructurados?: boolean
	/** Who pays the courier of a withdrawal. */
	readonly retracto_envio?: 'cliente' | 'tienda'
}

/** The data in a page's HTML for hydration. `social` is null where the browser fetches it. */
export interface PageData extends PageTexts {
	readonly tienda: Tienda
	readonly estacion_retiro: string
	readonly tarifa: Tariff
	/** The gateways that are offered, in the owner's order. */
	readonly pasarelas: readonly GatewayMethod[]
	/** The notice of a closed shop; undefined when it is open. */
	readonly cierre?: string | undefined
	readonly colores: readonly CatalogColor[]
	/** The maximum of units per order; undefined when unknown. */
	readonly limites?: UnitLimits | undefined
	readonly social: readonly SocialPost[] | null
	/** Set when Google's maps are used, whose terms require a notice. */
	readonly mapas?: 'google' | undefined
	/** Whether a colour without stock offers a notice. */
	readonly avisar_stock?: boolean
	/** Set in a demo, whose pages say that nothing is sold. */
	readonly demo?: boolean | undefined
	/** Never in the HTML: only its markup is made of them. */
	readonly buscadores?: SearchTerms | undefined
	/** Only in the HTML of /politicas: opened from another page, it asks for them. */
	readonly encargados?: readonly ShownProcessor[] | undefined
}

/** A screen of the web build: its path pattern, and its source file as the manifest's key. */
export interface BuiltScreen {
	readonly path: string
	readonly source: string
}

export interface RenderedPage {
	readonly status: 200 | 404
	readonly htmlAttributes: string
	/** The `Link` header with preloads; undefined without any. */
	readonly link: string | undefined
	/** Title and descriptions, for `<head>`. */
	readonly head: string
	/** The page, its data and its structured data, for `<body>`. */
	readonly body: string
}

export const availabilityAnswer = z.object({
	stock: z.record(z.string(), z.int().min(0)),
	limites: z.object({
		limite_unidades_linea: z.int().describe('of one colour'),
		limite_unidades_orden: z.int().describe('of all colours together'),
	}),
})
export type AvailabilityAnswer = z.infer<typeof availabilityAnswer>

export const refreshCartRequest = z.object({
	items: z.array(z.object({ sku: z.string().max(100), color: z.string().max(100).nullish() })).max(50),
})
export const refreshCartAnswer = z.object({
	items: z.array(z.object({ sku: z.string(), color: z.string(), precio: z.int(), disponible: z.int().min(0) })),
})
export type RefreshCartRequest = z.infer<typeof refreshCartRequest>
export type RefreshCartAnswer = z.infer<typeof refreshCartAnswer>
