import { settingGroup, toggle } from '#modules/settings/setting-kinds.ts'

export const noticeSettings = settingGroup({
	name: 'avisos_stock',
	title: 'Avísame cuando llegue',
	permission: 'cambiar_tienda',
	freshProof: true,
	settings: {
		avisar_stock: {
			label: 'Ofrecer «Avísame cuando llegue»',
			help: 'En un color sin stock. Confirman por correo y reciben un solo aviso. Si lo apagas, quienes ya confirmaron lo reciben igual.',
			seen: 'Los clientes lo ven en la portada.',
			...toggle(true),
		},
	},
})

/** What every page knows of notices. */
export const noticesOfPage = ({ avisar_stock }: { readonly avisar_stock: boolean }) => ({ avisar_stock })
