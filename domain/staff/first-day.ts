/** What a shop needs before it is left to itself, in order of need; first what sale-state.ts asks for. */
export const firstDaySteps = [
	'vendedor',
	'banco',
	'retiro',
	'stock',
	'correo',
	'pasarela',
	'mapa',
	'politicas',
	'segundo_factor',
	'respaldo',
] as const
export type FirstDayStep = (typeof firstDaySteps)[number]

/** What is tried, or confirmed, from the list itself; the others are done where they belong. */
export const triedSteps = ['correo', 'pasarela', 'mapa', 'politicas'] as const satisfies readonly FirstDayStep[]
export type TriedStep = (typeof triedSteps)[number]

/** What was done once and is written down, since nothing else tells it. */
export const recordedSteps = ['pasarela', 'mapa', 'politicas', 'respaldo'] as const satisfies readonly FirstDayStep[]
export type RecordedStep = (typeof recordedSteps)[number]

interface StepText {
	readonly title: string
	readonly help: string
	/** What the button says of a step that is tried from the list. */
	readonly action?: string
}

export const firstDayTexts: Readonly<Record<FirstDayStep, StepText>> = {
	vendedor: {
		title: 'Quién vende',
		help: 'La ley pide decirlo antes de vender: razón social, RUT, dirección y contacto.',
	},
	banco: { title: 'Cuenta para transferencias', help: 'Adonde los clientes transfieren.' },
	retiro: { title: 'Estación del retiro', help: 'Donde se entregan los pedidos que no van a domicilio.' },
	stock: { title: 'Stock contado', help: 'La tienda parte sin ninguna unidad: no vende hasta que digas cuántas hay.' },
	correo: {
		title: 'Correo probado',
		help: 'Te mandamos un correo de verdad. Revisa que llegó, y que no llegó como spam.',
		action: 'Enviarme un correo',
	},
	pasarela: {
		title: 'Pasarelas probadas',
		help: 'Preguntamos a cada una que ofreces si acepta tus credenciales. No se cobra nada.',
		action: 'Probar las pasarelas',
	},
	mapa: {
		title: 'La tienda en el mapa',
		help: 'Buscamos una dirección y medimos cuánto hay hasta ella desde la tienda: revisa que la distancia sea la real.',
		action: 'Probar el mapa',
	},
	politicas: {
		title: 'Políticas leídas',
		help: 'Léelas enteras: son lo que prometes a quien compra.',
		action: 'Las leí y las cumpliré',
	},
	segundo_factor: {
		title: 'Segundo factor',
		help: 'Cada superusuario entra con algo más que su contraseña: una llave de acceso o una app de códigos.',
	},
	respaldo: {
		title: 'Primer respaldo',
		help: 'Quien instaló la tienda corre «npm run backup», y lo deja andando cada día.',
	},
}
