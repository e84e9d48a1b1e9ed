import type { FAQPage, OnlineStore, ProductGroup, WithContext } from 'schema-dts'
import { sku } from '#modules/catalog/product.ts'
import type { PageData } from '#modules/catalog/shapes.ts'
import { pickupPlace } from '#modules/delivery/delivery.ts'
import { brand, type Variant, variantsOf } from '#modules/found/variants.ts'
import { questionsOf } from '#modules/home/web/home-screen.tsx'
import { withdrawalDays } from '#modules/orders/consumer-rights.ts'

type Url = (path: string) => string

/**
 * Returns Home's structured data (schema.org), or nothing once the owner switched it off: the product with a variant a
 * colour, the shop with its return policy, and the questions. Delivery has no markup, since the vocabulary knows no price by driving distance; nor have the reviews,
 * which are samples.
 */
export function structuredData(
	data: PageData,
	publicUrl: string,
): readonly WithContext<ProductGroup | OnlineStore | FAQPage>[] {
	if (data.buscadores?.datos_estructurados === false) return []
	const url: Url = (path) => new URL(path, publicUrl).href
	const variants = variantsOf(data, publicUrl)
	const questions: WithContext<FAQPage> = {
		'@context': 'https://schema.org',
		'@type': 'FAQPage',
		mainEntity: questionsOf(data).map(({ pregunta, respuesta }) => ({
			'@type': 'Question',
			name: pregunta,
			acceptedAnswer: { '@type': 'Answer', text: respuesta },
		})),
	}
	const groups = variants.length > 0 ? [productGroup(data, variants, url)] : []
	return [...groups, onlineStore(data, url), questions]
}

const storeId = '/#tienda'

function productGroup(
	data: Pick<PageData, 'colores' | 'estacion_retiro'>,
	variants: readonly Variant[],
	url: Url,
): WithContext<ProductGroup> {
	return {
		'@context': 'https://schema.org',
		'@type': 'ProductGroup',
		'@id': url('/#grupo'),
		name: data.colores[0]?.nombre ?? brand,
		description: 'Shaker eléctrico de 650 ml. Vaso de Tritan libre de BPA, se carga por USB.',
		url: url('/'),
		productGroupID: sku,
		variesBy: ['https://schema.org/color'],
		brand: { '@type': 'Brand', name: brand },
		material: 'Tritan + ABS + PP',
		hasVariant: variants.map((variant) => ({
			'@type': 'Product',
			sku: variant.id,
			inProductGroupWithID: variant.group,
			name: variant.title,
			description: variant.description,
			color: variant.color,
			image: [variant.image],
			brand: { '@type': 'Brand', name: brand },
			offers: {
				'@type': 'Offer',
				url: variant.link,
				price: variant.price,
				priceCurrency: 'CLP',
				availability: variant.isAvailable ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
				itemCondition: 'https://schema.org/NewCondition',
				availableDeliveryMethod: 'https://schema.org/OnSitePickup',
				availableAtOrFrom: { '@type': 'Place', name: pickupPlace(data.estacion_retiro) },
				seller: { '@id': url(storeId) },
			},
		})),
	}
}

/** What a return costs. A faulty product's is always paid by the shop. `payer`: of a withdrawal. */
function returnFees(payer: 'cliente' | 'tienda') {
	const fees = `https://schema.org/${payer === 'tienda' ? 'FreeReturn' : 'ReturnFeesCustomerResponsibility'}` as const
	return {
		returnFees: fees,
		customerRemorseReturnFees: fees,
		itemDefectReturnFees: 'https://schema.org/FreeReturn',
	} as const
}

/** The seller, with the legal return policy. */
function onlineStore(
	{ tienda, buscadores }: Pick<PageData, 'tienda' | 'buscadores'>,
	url: Url,
): WithContext<OnlineStore> {
	const payer = buscadores?.retracto_envio
	return {
		'@context': 'https://schema.org',
		'@type': 'OnlineStore',
		'@id': url(storeId),
		name: brand,
		url: url('/'),
		logo: url('/icon-512.png'),
		...(tienda.razon_social !== '' && { legalName: tienda.razon_social }),
		...(tienda.rut !== '' && { taxID: tienda.rut }),
		...(tienda.correo !== '' && { email: tienda.correo }),
		...(tienda.telefono !== '' && { telephone: tienda.telefono }),
		...(tienda.direccion !== '' && {
			address: { '@type': 'PostalAddress', streetAddress: tienda.direccion, addressCountry: 'CL' },
		}),
		hasMerchantReturnPolicy: {
			'@type': 'MerchantReturnPolicy',
			applicableCountry: 'CL',
			returnPolicyCountry: 'CL',
			returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
			merchantReturnDays: withdrawalDays,
			merchantReturnLink: url('/politicas#retracto'),
			...(payer && returnFees(payer)),
		},
	}
}
