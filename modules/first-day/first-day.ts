/** Requirements before the shop runs unattended, in order of need; those of sale-state.ts first. */
export const firstDaySteps = [
	'vendedor',
	'banco',
	'retiro',
	'stock',
	'correo',
	'pasarela',
	'boleta',
	'mapa',
	'preguntas',
	'politicas',
	'segundo_factor',
	'respaldo',
	'servidor',
] as const
export type FirstDayStep = (typeof firstDaySteps)[number]

/** Steps tried or confirmed in the list itself; others are done in their own section. */
export const triedSteps = [
	'correo',
	'pasarela',
	'boleta',
	'mapa',
	'politicas',
	'respaldo',
] as const satisfies readonly FirstDayStep[]
export type TriedStep = (typeof triedSteps)[number]

/** CLP of a trial payment: Flow charges no less (its error 1901). */
export const trialAmount = 350

/**
 * `vencido`: not paid in time; `devolviendo`: the refund is being sent, or its answer was lost; `pedida`: the gateway decides later;
 * `sin_devolver`: it refused.
 */
export const trialStates = ['abierto', 'vencido', 'devolviendo', 'pedida', 'devuelto', 'sin_devolver'] as const

interface StepText {
	readonly title: string
	readonly help: string
	/** The button's text of a step tried in the list. */
	readonly action?: string
	/** The same after it was done; `Probar otra vez` by default. */
	readonly again?: string
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
		help: 'Preguntamos a cada una que ofreces si acepta tus credenciales, sin cobrar nada. Con un pago de verdad ves también que cobra y devuelve.',
		action: 'Probar las pasarelas',
	},
	boleta: {
		title: 'Boletas probadas',
		help: 'Preguntamos al proveedor si acepta tu llave, si los datos son los de tu empresa y si quedan folios. No se emite nada.',
		action: 'Probar las boletas',
	},
	mapa: {
		title: 'La tienda en el mapa',
		help: 'Buscamos una dirección y medimos cuánto hay hasta ella desde la tienda: revisa que la distancia sea la real.',
		action: 'Probar el mapa',
	},
	servidor: {
		title: 'Programa del servidor al día',
		help: 'El servidor corre sobre Node, que a veces publica fallas. Pide a quien lo opera que lo actualice.',
	},
	preguntas: {
		title: 'Preguntas frecuentes con tus cifras',
		help: 'La batería, la carga y la caja traen cifras de ejemplo. Cámbialas por las de tu producto: es publicidad, y obliga.',
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
		title: 'Respaldo al día',
		help: 'Cada noche sale una copia cifrada fuera de este equipo, si quien instaló la tienda dijo adónde. El botón hace una ahora, y guarda otra en el disco de la tienda.',
		action: 'Respaldar ahora',
		again: 'Respaldar ahora',
	},
}
