import { choice, optionalText, settingGroup, toggle } from '#modules/settings/setting-kinds.ts'

const payers = {
	sin_decidir: 'Sin decidir: quien devuelve',
	cliente: 'Quien devuelve',
	tienda: 'La tienda',
} as const

export const returnSettings = settingGroup({
	name: 'retornos',
	title: 'Retornos',
	permission: 'cambiar_tienda',
	freshProof: true,
	settings: {
		retorno_donde: {
			label: 'Dónde se devuelve',
			help: 'Lugar y horario, como «Metro Baquedano, sábados de 10 a 13». Vacío: la estación del retiro.',
			seen: 'Los clientes lo ven al devolver y en los correos.',
			...optionalText('line', 200),
		},
		retorno_ronda: {
			label: 'Pasar a buscar lo que devuelven',
			help: 'De los pedidos con despacho. El cliente puede pedir que pase el reparto.',
			seen: 'Los clientes lo ven al devolver.',
			...toggle(true),
		},
		retracto_envio: {
			label: 'Quién paga el courier de un retracto',
			help: 'La ley no lo dice con claridad. El de una garantía lo paga siempre la tienda, y entregarlo en el punto de retiro no cuesta. Los buscadores lo publican cuando lo decides.',
			seen: 'Los clientes lo ven al devolver.',
			...choice(payers, 'sin_decidir'),
		},
	},
})

/** Return terms for structured data: none until the owner has decided. */
export function returnTerms({ retracto_envio }: { readonly retracto_envio: keyof typeof payers }) {
	return retracto_envio === 'sin_decidir' ? {} : { retracto_envio }
}
