import { defaultShop, positionText } from '#modules/delivery/shop-place.ts'
import { initialTariff, tariffValue } from '#modules/delivery/tariff.ts'
import { deliverySettingParts } from '#modules/lists/settings.ts'
import { number, optionalText, settingGroup, text } from '#modules/settings/setting-kinds.ts'

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
			help: 'Marca los de Chile y agrega los tuyos, como «25-12-2026, 01-01-2027». No cuentan como días hábiles: con ellos Reparto sabe qué orden va atrasada.',
			...optionalText('days', 1200),
			freshProof: false,
		},
		...deliverySettingParts,
	},
})
