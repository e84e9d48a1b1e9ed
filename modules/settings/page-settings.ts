import { initialQuestions } from '#modules/settings/questions.ts'
import { day, optionalText, settingGroup, toggle } from '#modules/settings/setting-kinds.ts'

export const closingSettings = settingGroup({
	name: 'cierre',
	title: 'Abierta o cerrada',
	savedTogether: true,
	permission: 'cambiar_tienda',
	freshProof: true,
	seen: 'Los clientes lo leen en la portada y al pagar.',
	shownOn: { path: '/' },
	settings: {
		tienda_cerrada: {
			label: 'Tienda cerrada por un tiempo',
			help: 'Nadie puede comprar. Los pedidos hechos siguen: se pagan, se preparan y se entregan.',
			...toggle(false),
		},
		cierre_vuelta: {
			label: 'Día de vuelta',
			help: 'Ese día la tienda abre sola. Vacío: cierra hasta que la abras aquí.',
			...day,
		},
		cierre_motivo: {
			label: 'Qué se dice',
			help: 'Como «Estamos de vacaciones». Vacío: «Por unos días no recibimos pedidos».',
			...optionalText('line', 160),
		},
	},
})

export const announcementSettings = settingGroup({
	name: 'anuncio',
	title: 'Anuncio en la portada',
	savedTogether: true,
	permission: 'cambiar_tienda',
	freshProof: true,
	seen: 'Los clientes lo ven en la portada.',
	shownOn: { path: '/' },
	settings: {
		anuncio_texto: {
			label: 'Anuncio',
			help: 'Una línea, como «Navidad: pedidos hasta el 22». Vacío: no hay.',
			seen: 'Los clientes lo ven arriba de la portada.',
			...optionalText('line', 120),
		},
		anuncio_desde: { label: 'Anuncio desde', help: 'El primer día en que se ve. Vacío: desde ya.', ...day },
		anuncio_hasta: {
			label: 'Anuncio hasta',
			help: 'El último día en que se ve. Vacío: hasta que lo quites.',
			...day,
		},
	},
})

export const pageTextsSettings = settingGroup({
	name: 'textos',
	title: 'Textos de la portada',
	permission: 'cambiar_tienda',
	freshProof: true,
	seen: 'Los clientes lo ven en la portada, sobre las escenas que pasan.',
	shownOn: { path: '/', ancla: 'carrusel' },
	settings: {
		carrusel_titulo_1: { label: 'Título de la primera lámina', ...optionalText('line', 30, 'Antes de salir.') },
		carrusel_texto_1: {
			label: 'Texto de la primera lámina',
			...optionalText('line', 80, 'Bate el desayuno en la misma botella que te llevas.'),
		},
		carrusel_titulo_2: { label: 'Título de la segunda lámina', ...optionalText('line', 30, 'Entre series.') },
		carrusel_texto_2: {
			label: 'Texto de la segunda lámina',
			...optionalText('line', 80, 'Sin grumos, sin cables, sin volver a la cocina.'),
		},
		resenas_visibles: {
			label: 'Mostrar las reseñas',
			help: 'Las que vienen son de muestra, y la página lo dice.',
			seen: 'Los clientes ven el bloque en la portada, o no lo ven.',
			...toggle(true),
			freshProof: true,
			shownOn: { path: '/', ancla: 'explicaciones' },
		},
		preguntas: {
			label: 'Preguntas frecuentes',
			help: 'Cada pregunta en una línea que termine en «?», su respuesta debajo y una línea vacía entre dos. Lo que cuesta el despacho lo dice la página sola. Lo que dicen de batería, carga y caja es un ejemplo: pon las cifras de tu producto.',
			seen: 'Los clientes las leen en la portada y en los buscadores.',
			...optionalText('questions', 4_000, initialQuestions),
			shownOn: { path: '/', ancla: 'preguntas-frecuentes' },
		},
	},
})
