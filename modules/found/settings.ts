import { settingGroup, toggle } from '#modules/settings/setting-kinds.ts'

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
	},
})
