import { defaultShop, positionText } from '#modules/delivery/shop-position.ts'
import { initialTariff, tariffValue } from '#modules/delivery/tariff.ts'
import { photoModes } from '#modules/rounds/delivery-photo.ts'
import { settingGroup } from '#modules/settings/define-setting.ts'
import { choice, number, optionalText, text } from '#modules/settings/setting-kinds.ts'

export const pickupSettings = settingGroup({
	name: 'retiro',
	title: 'Retiro',
	savedTogether: true,
	permission: 'cambiar_tienda',
	freshProof: true,
	shownOn: { part: 'retiro' },
	settings: {
		retiro_estacion: {
			label: 'Estación de metro del retiro',
			help: 'Un pedido hecho conserva la suya.',
			seen: 'Los clientes la ven en la portada, al pagar y en los correos.',
			...text('line', 60),
			env: 'PICKUP_STATION',
			demo: 'Metro Baquedano',
			neededToSell: true,
		},
		retiro_horario: {
			label: 'Horario del retiro',
			help: 'Vacío: se coordina. Un pedido hecho conserva el suyo.',
			seen: 'Los clientes lo ven al pagar, en su orden y en los correos.',
			...optionalText('line', 100),
		},
		retiro_aviso: {
			label: 'Aviso mínimo para retirar',
			help: 'Cuánto antes hay que avisar. En 0 no se dice. Un pedido hecho conserva el suyo.',
			seen: 'Los clientes lo ven junto al horario del retiro.',
			...number('horas', { initial: 0, min: 0, max: 168 }),
		},
	},
})

export const deliverySettings = settingGroup({
	name: 'despacho',
	title: 'Despacho',
	permission: 'cambiar_tienda',
	freshProof: true,
	settings: {
		tienda_posicion: {
			label: 'Posición de la tienda en el mapa',
			help: 'Latitud y longitud. Desde ahí se mide el despacho y salen los repartos. Un precio ya mostrado vale 30 minutos, y un pedido hecho conserva el suyo.',
			seen: 'Los clientes no la ven: ven lo que cuesta llegar hasta ellos.',
			...text('position', 40),
			shownOn: { part: 'mapa' },
			demo: positionText(defaultShop),
			neededToSell: true,
		},
		despacho_tramos: {
			label: 'Precios del despacho',
			help: 'Más allá del último tramo no se despacha. Un precio ya mostrado vale 30 minutos, y un pedido hecho conserva el suyo.',
			seen: 'Los clientes los ven en la portada, en Políticas y al pagar.',
			kind: 'tariff',
			initial: tariffValue(initialTariff),
			shownOn: { path: '/', ancla: 'preguntas-frecuentes' },
		},
		plazo_entrega: {
			label: 'Plazo de entrega',
			help: 'Como «3 días hábiles». La ley pide decirlo antes de pagar. Un pedido hecho conserva el suyo.',
			seen: 'Los clientes lo ven al pagar, en su orden y en los correos.',
			...optionalText('line', 60),
			shownOn: { part: 'retiro' },
			env: 'DELIVERY_TERM',
			demo: '3 días hábiles',
		},
		feriados: {
			label: 'Feriados y días sin despacho',
			help: 'Como «25-12-2026, 01-01-2027». No cuentan como días hábiles: con ellos Reparto sabe qué orden va atrasada.',
			...optionalText('days', 600),
			freshProof: false,
		},
		minutos_parada: {
			label: 'Minutos en cada puerta',
			help: 'Lo que toma entregar una orden.',
			seen: 'Los clientes ven la hora de llegada que sale de ellos.',
			...number('minutos', { initial: 5, min: 1, max: 60 }),
			freshProof: false,
		},
		costo_km: {
			label: 'Costo de un kilómetro',
			help: 'Bencina, neumáticos y lo que el auto pierde de valor. Con él, Números dice cuánto cuesta cada entrega.',
			...number('pesos', { initial: 200, min: 0, max: 10_000 }),
			freshProof: false,
		},
		costo_hora: {
			label: 'Costo de una hora de reparto',
			help: 'Lo que cuesta quien maneja, con sus cotizaciones, desde que sale hasta que vuelve.',
			...number('pesos', { initial: 4_000, min: 0, max: 100_000 }),
			freshProof: false,
		},
		foto_entrega: {
			label: 'Foto al entregar',
			help: 'Quien reparte la toma de lo entregado, o de la puerta donde no estaban. Solo la ve el equipo, y se borra a los 190 días.',
			...choice(photoModes, 'opcional'),
			freshProof: false,
		},
	},
})
