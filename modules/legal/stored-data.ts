import { retentionDays, taxDocumentYears } from '#core/rules/retention.ts'

/** The grounds of Ley 21.719 on which the shop stores data. */
const legalGrounds = {
	contrato: 'el contrato',
	ley: 'la ley',
	interes: 'nuestro interés legítimo',
	consentimiento: 'tu consentimiento',
} as const

/** Who gets data. Companies by name: `configuredProcessors`. */
const receiverKinds = {
	equipo: 'el equipo',
	pago: 'el medio de pago que eliges',
	mapas: 'el servicio de mapas',
	documentos: 'quien emite las boletas ante el SII',
	correo: 'el servicio de correo',
	google: 'Google si entras con él',
	archivos: 'quien guarda los archivos',
	avisos: 'el servicio de avisos del navegador',
	copias: 'quien guarda las copias, cifradas',
} as const

/** One kind of data about people that the shop stores. The texts are sentences, read one after the other. */
export interface StoredData {
	readonly name: string
	/** Whose: /politicas prints those of customers and visitors, the register all. */
	readonly of: 'clientes' | 'equipo'
	readonly data: string
	/** Without its full stop: the ground follows. */
	readonly purpose: string
	readonly grounds: readonly (keyof typeof legalGrounds)[]
	readonly term: string
	/** The constants by which the daily job deletes it; `term` names each. */
	readonly deletedAfter: readonly (keyof typeof retentionDays)[]
	/** Empty: nobody, as it stays with the person. */
	readonly receivers: readonly (keyof typeof receiverKinds)[]
}

const {
	endedSession,
	unusedAccount,
	unsoldOrder,
	transferProof,
	mapPosition,
	orderNetwork,
	deliveryProof,
	loginTrail,
	changeTrail,
	refusalTrail,
	dataRequest,
	unconfirmedNotice,
	stockNotice,
} = retentionDays

/**
 * What the shop stores about people. Read by /politicas and by the register of the panel; who adds a table or a field
 * about people adds it here.
 */
export const storedData: readonly StoredData[] = [
	{
		name: 'Tu cuenta',
		of: 'clientes',
		data:
			'Nombre, correo, teléfono, dirección, el carrito que tenías al entrar, los datos de tu última factura, cuándo aceptaste ' +
			'estos términos, el número con que Google te identifica si entras con Google, y tu contraseña, guardada de forma que nadie puede leerla.',
		purpose: 'Para venderte y atenderte',
		grounds: ['contrato'],
		term: `Hasta que elimines tu cuenta; una que no confirmó su correo, sin pedidos ni sesiones en ${unusedAccount} días, se borra sola.`,
		deletedAfter: ['unusedAccount'],
		receivers: ['equipo', 'correo', 'google'],
	},
	{
		name: 'Tus órdenes',
		of: 'clientes',
		data:
			'Qué compraste, nombre, correo, teléfono, dirección y su lugar en el mapa, y cómo se pagó: montos, autorización, tipo y últimos ' +
			'cuatro dígitos de la tarjeta, devoluciones y reclamos. Nunca el número completo de tu tarjeta.',
		purpose: 'Para entregarte lo que compraste, cobrarlo, devolverlo y responder reclamos',
		grounds: ['contrato', 'ley'],
		term:
			`Mientras tengas tu cuenta. De un pedido anulado sin pago, nombre, contacto y dirección se borran a los ${unsoldOrder} días; el ` +
			`lugar en el mapa, siempre a los ${mapPosition} días. Si eliminas tu cuenta, nombre, contacto y dirección se borran apenas termina la ` +
			'orden; quedan montos, productos y fechas.',
		deletedAfter: ['unsoldOrder', 'mapPosition'],
		receivers: ['equipo', 'pago', 'mapas', 'correo'],
	},
	{
		name: 'Tu comprobante de transferencia',
		of: 'clientes',
		data: 'La imagen que subes.',
		purpose: 'Para confirmar tu pago y responder si se reclama',
		grounds: ['contrato'],
		term:
			`La imagen se borra ${transferProof} días después del último movimiento de la orden terminada, o antes con tu cuenta. Espera si la ` +
			'orden tiene un caso abierto o te debemos dinero.',
		deletedAfter: ['transferProof'],
		receivers: ['equipo', 'archivos'],
	},
	{
		name: 'La entrega',
		of: 'clientes',
		data:
			'El nombre de quien recibe el paquete y, si hace falta, una foto del paquete o de la puerta, sin rostros y sin la ubicación ' +
			'del teléfono.',
		purpose: 'Para probar que entregamos',
		grounds: ['contrato'],
		term: `Se borran a los ${deliveryProof} días, cuando ya no se puede reclamar el pago ni la garantía.`,
		deletedAfter: ['deliveryProof'],
		receivers: ['equipo', 'archivos'],
	},
	{
		name: 'Boletas y facturas',
		of: 'clientes',
		data: 'Los documentos de tus compras, con el RUT, nombre y dirección que llevan si pides factura o la ley los exige.',
		purpose: 'Para emitir lo que exige el SII',
		grounds: ['ley'],
		term: `Quedan el plazo que exige la ley tributaria (${taxDocumentYears} años), también si eliminas tu cuenta.`,
		deletedAfter: [],
		receivers: ['equipo', 'documentos', 'archivos'],
	},
	{
		name: 'Correos y notas',
		of: 'clientes',
		data: 'Una copia de los correos que te enviamos y lo que el equipo anota al atenderte.',
		purpose: 'Para tenerte al tanto y responder reclamos',
		grounds: ['contrato'],
		term: `Tus datos se borran de ellos cuando eliminas tu cuenta y termina la orden, y los de un pedido anulado sin pago a los ${unsoldOrder} días.`,
		deletedAfter: ['unsoldOrder'],
		receivers: ['equipo', 'correo'],
	},
	{
		name: 'El historial',
		of: 'clientes',
		data: 'Qué se hizo con cada orden y cada cuenta, cuándo y quién.',
		purpose: 'Para aclarar qué pasó y responder por ello',
		grounds: ['interes'],
		term: 'La acción y su fecha quedan; nombres, direcciones y textos se borran de ahí cuando eliminas tu cuenta y termina la orden.',
		deletedAfter: [],
		receivers: ['equipo'],
	},
	{
		name: 'Tus sesiones',
		of: 'clientes',
		data: 'Desde qué navegador entraste y cuándo, y los enlaces que pediste para elegir otra contraseña.',
		purpose: 'Para que sigas dentro de tu cuenta y puedas cerrarla en otro equipo',
		grounds: ['contrato'],
		term: `Se borran ${endedSession} días después de que terminan.`,
		deletedAfter: ['endedSession'],
		receivers: ['equipo'],
	},
	{
		name: 'La seguridad',
		of: 'clientes',
		data:
			'Cada ingreso a tu cuenta, cada cambio de tus datos de acceso y cada intento fallido, con su hora y un código en lugar de tu ' +
			'dirección de red; y si tienes un segundo paso para entrar, lo que lo comprueba.',
		purpose: 'Para cuidar tu cuenta y la tienda',
		grounds: ['interes'],
		term:
			`Los ingresos se borran a los ${loginTrail} días, los cambios a los ${changeTrail} días y los intentos fallidos a los ${refusalTrail} días; el ` +
			'segundo paso, cuando lo quitas o eliminas tu cuenta.',
		deletedAfter: ['loginTrail', 'changeTrail', 'refusalTrail'],
		receivers: ['equipo'],
	},
	{
		name: 'La red de un pedido sin pagar',
		of: 'clientes',
		data:
			'Desde qué red llegó el pedido sin pagar de una cuenta que nunca ha pagado, sin el final de su dirección; y contadores de ' +
			'intentos, con un código en lugar de tu red o cuenta.',
		purpose: 'Para que nadie reserve todo el stock ni adivine contraseñas',
		grounds: ['interes'],
		term: `Se borra al pagarlo o cancelarlo, y a más tardar a los ${orderNetwork} días; los contadores, en un día.`,
		deletedAfter: ['orderNetwork'],
		receivers: ['equipo'],
	},
	{
		name: 'Tus solicitudes sobre tus datos',
		of: 'clientes',
		data: 'Qué derecho ejerciste, lo que escribiste, cuándo llegó y lo que respondimos; y si pediste bloquear tu cuenta, desde cuándo y por qué.',
		purpose: 'Para responderte y poder probarlo',
		grounds: ['ley'],
		term:
			`Se borran ${dataRequest} días después de la respuesta; si eliminas tu cuenta, quedan hasta entonces solo el derecho y las fechas. ` +
			'El bloqueo, hasta que se levanta.',
		deletedAfter: ['dataRequest'],
		receivers: ['equipo', 'correo'],
	},
	{
		name: 'Los avisos de stock',
		of: 'clientes',
		data: 'El correo que nos dejas con «Avísame cuando llegue», el color que esperas, el texto que aceptaste y cuándo lo pediste y confirmaste.',
		purpose: 'Para avisarte una sola vez cuando haya stock',
		grounds: ['consentimiento'],
		term:
			`Se borra al enviarte el aviso o cuando paras; si no lo confirmas, a los ${unconfirmedNotice} días, igual que la copia de esos ` +
			`correos; y si no llega stock, a los ${stockNotice} días.`,
		deletedAfter: ['unconfirmedNotice', 'stockNotice'],
		receivers: ['equipo', 'correo'],
	},
	{
		name: 'Los respaldos',
		of: 'clientes',
		data: 'Copias de todo lo anterior.',
		purpose: 'Solo para recuperar la tienda si algo falla',
		grounds: ['interes'],
		term:
			'Se guardan hasta doce meses, y por eso pueden contener datos que ya eliminaste. Si recuperamos la tienda con uno, los volvemos a ' +
			'eliminar: para eso queda una lista con el número de cada cuenta eliminada y sus fechas, sin nada más.',
		deletedAfter: [],
		receivers: ['equipo', 'copias'],
	},
	{
		name: 'Las visitas',
		of: 'clientes',
		data:
			'Cuántas veces al día se abre la portada, se agrega algo al carrito y se abre el pago, desde qué enlaces llegaron los pedidos y ' +
			'cuántas páginas fueron rápidas: solo esas sumas, sin cookies, sin tu dirección de red y sin nada que diga quién fue. El registro técnico anota qué falló y cuánto tardó, tampoco quién.',
		purpose: 'Para saber qué mejorar',
		grounds: ['interes'],
		term: 'Las sumas quedan: no dicen nada de nadie.',
		deletedAfter: [],
		receivers: ['equipo'],
	},
	{
		name: 'Tu navegador',
		of: 'clientes',
		data: 'Tu carrito, tu sesión, lo que escribes en el pago, qué pedidos te falta pagar, el nombre del enlace por el que llegaste y una señal de que ya entraste desde él.',
		purpose: 'Para que no los pierdas y para cuidar tu cuenta',
		grounds: ['contrato'],
		term: 'El carrito y la sesión, hasta que los borras o sales; lo que escribes en el pago y el nombre del enlace, hasta que cierras la pestaña; los pedidos por pagar, 7 días; la señal, un año.',
		deletedAfter: [],
		receivers: [],
	},
	{
		name: 'Cuentas del equipo',
		of: 'equipo',
		data: 'Nombre, correo, teléfono, derechos, segundo paso para entrar, rondas de reparto que hizo y los navegadores en que recibe avisos.',
		purpose: 'Para atender la tienda y saber quién hizo qué',
		grounds: ['contrato'],
		term: 'Hasta que la persona elimina su cuenta; un navegador, hasta que apaga los avisos o sale. Qué hizo y cuándo queda, sin su nombre.',
		deletedAfter: [],
		receivers: ['equipo', 'avisos', 'correo'],
	},
	{
		name: 'Publicaciones de Instagram',
		of: 'equipo',
		data: 'Fotos y textos de la cuenta de la tienda, y quien aparezca en ellos.',
		purpose: 'Para mostrarlos en la portada',
		grounds: ['consentimiento'],
		term: 'Mientras están entre las últimas publicaciones; después se borra la copia.',
		deletedAfter: [],
		receivers: ['equipo', 'archivos'],
	},
]

const list = new Intl.ListFormat('es-CL', { type: 'conjunction' })

/** The grounds of an entry, within a sentence: `el contrato y la ley`. */
export const groundsText = ({ grounds }: Pick<StoredData, 'grounds'>): string =>
	list.format(grounds.map((ground) => legalGrounds[ground]))

/** Who gets an entry's data, as a sentence. */
export const receiversText = ({ receivers }: Pick<StoredData, 'receivers'>): string =>
	receivers.length === 0 ? 'Nadie más lo ve.' : `Lo ve ${list.format(receivers.map((kind) => receiverKinds[kind]))}.`
