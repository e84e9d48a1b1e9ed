import { settingGroup, toggle } from '#modules/settings/setting-kinds.ts'

export const visitSettings = settingGroup({
	name: 'visitas',
	title: 'Visitas',
	permission: 'cambiar_tienda',
	freshProof: false,
	settings: {
		medir_velocidad: {
			label: 'Medir la velocidad de la página',
			help: 'Los navegadores de tus clientes cuentan si la página fue rápida, sin cookies y sin decir de quién. Se ve en Números.',
			...toggle(true),
		},
	},
})
