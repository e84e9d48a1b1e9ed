import type { SocialPost } from '#contract/social/social-feed.ts'
import type { UnitLimits } from '#domain/cart/unit-limits.ts'
import type { Color } from '#domain/catalog/colors.ts'
import type { Tariff } from '#domain/delivery/tariff.ts'
import type { PageTexts } from '#domain/settings/page-texts.ts'

/** One colour as Home shows it. `precio` in pesos, null when unknown; `stock` in units. */
export interface CatalogColor {
	readonly color: Color
	/** What the product is called in this colour. */
	readonly nombre: string
	readonly precio: number | null
	readonly stock: number
	/** The hash in the addresses of the owner's photo; undefined for the shop's own picture. */
	readonly foto?: string | undefined
	/** The swatch (`#rrggbb`) of a colour that staff added; the four have theirs in the stylesheet. */
	readonly muestra?: string | undefined
}

/** Who sells, as the law asks to show it. */
export interface Tienda {
	readonly razon_social: string
	readonly rut: string
	readonly direccion: string
	readonly correo: string
	readonly telefono: string
	/** Who acts for the company; undefined where the owner names nobody. */
	readonly representante?: string | undefined
}

/** What the server hands to a page for its first render, in its HTML. `social` is null where the page asks for it by itself. */
export interface PageData extends PageTexts {
	readonly tienda: Tienda
	readonly estacion_retiro: string
	/** What delivery costs. */
	readonly tarifa: Tariff
	/** What customers read while the shop is closed; undefined when it is open. */
	readonly cierre?: string | undefined
	readonly colores: readonly CatalogColor[]
	/** How many units one order may have; undefined where it is not known. */
	readonly limites?: UnitLimits | undefined
	readonly social: readonly SocialPost[] | null
	/** Addresses are looked up at Google, whose terms want that said; undefined where they are not. */
	readonly mapas?: 'google' | undefined
}

/** A screen of the web build: the pattern of its path, and its source file, by which the build's manifest knows it. */
export interface BuiltScreen {
	readonly path: string
	readonly source: string
}

/** The parts of a page, to be put into a document. */
export interface RenderedPage {
	readonly status: 200 | 404
	/** For `<html …>`. */
	readonly htmlAttributes: string
	/** For the `Link` header: what the browser shall fetch before it reads the page; undefined when there is nothing. */
	readonly link: string | undefined
	/** Title and descriptions, for `<head>`. */
	readonly head: string
	/** The page itself, its data block and what search engines read, for `<body>`. */
	readonly body: string
}
