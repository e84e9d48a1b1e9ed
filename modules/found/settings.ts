import { crawlerOptions } from '#modules/found/crawlers.ts'
import { choice, settingGroup, toggle } from '#modules/settings/setting-kinds.ts'

export const foundSettings = settingGroup({
	name: 'buscadores',
	title: 'Buscadores, catálogos y asistentes',
	permission: 'cambiar_tienda',
	freshProof: false,
	settings: {
		catalogo_google: {
			label: 'Catálogo para Google',
			help: 'Tus colores con precio y stock, en /catalogo/google.xml. Pega esa dirección una vez en Merchant Center, como archivo que se lee cada día.',
			...toggle(true),
		},
		catalogo_meta: {
			label: 'Catálogo para Instagram y Facebook',
			help: 'Lo mismo en /catalogo/meta.csv. Pega esa dirección una vez en el administrador de ventas de Meta, como lista de datos programada.',
			...toggle(true),
		},
		resumen_asistentes: {
			label: 'Resumen para asistentes',
			help: 'Precio, stock, despacho, retiro y retracto en /llms.txt, para ChatGPT y otros que lo busquen.',
			...toggle(true),
		},
		carrito_asistentes: {
			label: 'Carrito listo desde un asistente',
			help: 'Un asistente se entera en /.well-known/ucp de que puede abrir tu tienda con productos en el carrito. Nunca compra ni paga.',
			...toggle(true),
		},
		datos_estructurados: {
			label: 'Datos para buscadores en la portada',
			help: 'Precio, stock, devoluciones y preguntas, escritos para que Google los muestre en sus resultados.',
			...toggle(true),
		},
		ia_lee: {
			label: 'Qué puede hacer la inteligencia artificial con tu página',
			help: 'Se lo pide /robots.txt. Con «Nada», los asistentes no pueden recomendarte. Google y sus compras te encuentran siempre.',
			...choice(crawlerOptions, 'todos'),
		},
	},
})

/** Whether Home has structured data, for its rendering. */
export const listingTerms = ({ datos_estructurados }: { readonly datos_estructurados: boolean }) => ({
	datos_estructurados,
})
