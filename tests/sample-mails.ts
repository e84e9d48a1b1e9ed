import type { MailTemplate } from '#core/rules/mails.ts'
import type { MailShop } from '#core/server/mail/define-mail.ts'

/** A shop, an order and one set of data for each mail template. */
export const sampleShop: MailShop = {
	publicUrl: 'https://premiumshaker.cl',
	tienda: {
		razon_social: 'Batidoras del Sur SpA',
		rut: '76.192.083-9',
		direccion: 'Av. Providencia 1234, Santiago',
		correo: 'hola@premiumshaker.cl',
		telefono: '+56 9 8765 4321',
	},
	banco: {
		titular: 'Titular de la Cuenta SpA',
		rut: '22.222.222-2',
		banco: 'Banco de Prueba',
		tipo_cuenta: 'Cuenta corriente',
		numero_cuenta: '001234567890',
		correo: 'pagos@premiumshaker.cl',
	},
	pickupStation: 'Metro Los Leones',
	signer: { sign: (_purpose, payload) => `${(payload as { id: string }).id}.firma`, verify: () => undefined },
	clock: { now: () => new Date('2026-11-20T15:05:00.000Z') },
	orderLink: (orden_id) => `https://premiumshaker.cl/orden/${orden_id}.firma`,
	resetLink: (id) => `https://premiumshaker.cl/reset-password/${id}/ficha`,
	provingLink: (id) => `https://premiumshaker.cl/confirmar-correo/${id}.firma`,
}

const uuid = '6f0f3a52-6b0e-4e0b-9b53-0d6f2f0f7a11'

export const sampleOrder = {
	orden_id: uuid,
	nro_orden: 1042,
	created_at: '2026-11-20T15:05:00.000Z',
	expires_at: '2026-11-22T15:05:00.000Z' as string | null,
	nombre: 'Ana Pérez',
	metodo_pago: 'transferencia',
	tipo_entrega: 'despacho',
	direccion: 'Los Leones 1250, 501',
	plazo_entrega: '3 días hábiles' as string | null,
	subtotal: 89_970,
	despacho: 3500,
	descuento: 5000,
	total: 88_470,
	carrito: [
		{
			nombre: 'Premium Shaker Electric 650 ML',
			color: 'Celeste',
			precio: 29_990,
			cantidad: 2,
			imagen: '/pictures/shaker-celeste.webp',
		},
		{
			nombre: 'Premium Shaker Electric 650 ML',
			color: 'Negro',
			precio: 29_990,
			cantidad: 1,
			imagen: '/pictures/shaker-negro.webp',
		},
	],
}

const sampleReturn = {
	...sampleOrder,
	retorno: {
		id: 7,
		tipo: 'retracto',
		opcion: 'devolucion',
		vuelta: 'courier',
		estado: 'pedido',
		pedido_at: '2026-11-20T15:05:00.000Z',
		dinero_hasta: '2027-01-04' as string | null,
		recibido_at: null as string | null,
		cerrado_at: null as string | null,
		motivo: '',
		respuesta: '',
		devuelto: null as number | null,
		reemplazo: null as number | null,
		lineas: [{ posicion: 0, color: 'Celeste', cantidad: 2, recibida: null as number | null }],
	},
	lugar: { donde: 'metro Los Leones', envio_retracto: 'cliente' },
}

export const sampleData: Readonly<Record<MailTemplate, Record<string, unknown>>> = {
	orden_recibida: sampleOrder,
	orden_sigue: { ...sampleOrder, estado: 'pagada' },
	pago_confirmado: { ...sampleOrder, llega_hasta: '2026-11-25', direccion_mapa: 'Los Leones 1250, Providencia' },
	comprobante_recibido: sampleOrder,
	comprobante_staff: sampleOrder,
	comprobante_rechazado: { ...sampleOrder, motivo: 'No se lee' },
	recordatorio_transferencia: sampleOrder,
	confirma_correo: { nombre: 'Ana', usuario_id: 7 },
	recuperar_clave: { nombre: 'Ana', recuperacion_id: uuid },
	stock_bajo: { nombre: 'Premium Shaker Electric 650 ML', color: 'Rosado', stock: 5, umbral: 5 },
	caso_staff: { ...sampleOrder, motivo: 'monto_distinto' },
	devolucion_hecha: { ...sampleOrder, monto: 29_990 },
	devolucion_por_aceptar: {
		...sampleOrder,
		monto: 29_990,
		gateway: 'flow',
		aceptar_hasta: '2026-12-02T15:05:00.000Z',
		recordatorio: false,
	},
	documento_emitido: { ...sampleOrder, documento: { id: uuid, tipo: 39, folio: 123, monto: 88_470 } },
	folios_bajos: { tipo: 39, quedan: 12 },
	orden_cancelada: { ...sampleOrder, motivo: 'No alcanzamos a reponer el celeste.', por_devolver: 88_470 },
	segundo_factor_cambiado: { nombre: 'Ana', cambio: 'app_agregada' },
	correo_prueba: { pedido_por: 'jefa@premiumshaker.cl' },
	banco_cambiado: {
		cambios: [
			{ campo: 'Banco', antes: 'Banco de Chile', despues: 'Banco Estado' },
			{ campo: 'Número de cuenta', antes: '00123456789', despues: '998877' },
		],
		quien: 'jefa@premiumshaker.cl',
	},
	dinero_cambiado: { campo: 'Cupón NAVIDAD', antes: 'no existía', despues: '50 %', quien: 'jefa@premiumshaker.cl' },
	derechos_cambiados: {
		cuenta: 'ana@correo.cl',
		nombre: 'Ana',
		quien: 'jefa@premiumshaker.cl',
		cambios: [{ campo: 'is_staff', despues: true }],
		es_propia: true,
		recuperacion_id: uuid,
	},
	clave_cambiada: { nombre: 'Ana', momento: '2026-11-20T15:05:00.000Z' },
	dispositivo_nuevo: { nombre: 'Ana', dispositivo: 'Chrome en Android', momento: '2026-11-20T15:05:00.000Z' },
	orden_vencida: { ...sampleOrder, causa: 'revision_vencida' },
	pago_sin_terminar: { ...sampleOrder, metodo_pago: 'webpay', pagable_hasta: '2026-11-27T15:05:00.000Z' },
	orden_por_vencer: sampleOrder,
	en_camino: {
		...sampleOrder,
		desde: '2026-11-20T18:20:00.000Z',
		hasta: '2026-11-20T19:20:00.000Z',
		por_cobrar: 0,
		cambio: false,
	},
	retorno_pedido: sampleReturn,
	retorno_recibido: {
		...sampleReturn,
		retorno: {
			...sampleReturn.retorno,
			estado: 'recibido',
			recibido_at: '2026-11-24T15:05:00.000Z',
			lineas: [{ posicion: 0, color: 'Celeste', cantidad: 2, recibida: 2 }],
		},
	},
	retorno_terminado: {
		...sampleReturn,
		retorno: {
			...sampleReturn.retorno,
			estado: 'cerrado',
			recibido_at: '2026-11-24T15:05:00.000Z',
			cerrado_at: '2026-11-25T15:05:00.000Z',
			devuelto: 56_647,
			lineas: [{ posicion: 0, color: 'Celeste', cantidad: 2, recibida: 2 }],
		},
	},
	retorno_staff: {
		...sampleOrder,
		retorno: { tipo: 'garantia', opcion: 'cambio', unidades: '1 Celeste', dinero_hasta: null },
	},
	entregado: { ...sampleOrder, hecha_at: '2026-11-20T18:42:00.000Z', recibe: 'Conserje' },
	retiro_acordado: {
		...sampleOrder,
		tipo_entrega: 'retiro',
		hora_at: '2026-11-20T22:30:00.000Z',
		codigo: '482913',
		cambio: false,
		por_cobrar: 0,
	},
	no_entregado: { ...sampleOrder, motivo: 'nadie_en_casa', sigue: 'otra_ronda' },
	stock_reservado: {
		porcentaje: 42,
		unidades: 42,
		colores: ['Rosado'],
		detalle: [
			{ color: 'Rosado', stock: 0, reservadas: 25 },
			{ color: 'Negro', stock: 58, reservadas: 17 },
		],
	},
	orden_nueva: { ...sampleOrder, por_cobrar: 0 },
	resumen_pedidos: {
		cuantos: 2,
		total: 118_460,
		pedidos: [
			{ nro_orden: 1042, total: 88_470, metodo_pago: 'flow', tipo_entrega: 'despacho', estado: 'pagada' },
			{ nro_orden: 1043, total: 29_990, metodo_pago: 'efectivo', tipo_entrega: 'retiro', estado: 'pendiente' },
		],
	},
	solicitud_recibida: { nombre: 'Ana', derecho: 'acceso', responder_hasta: '2026-12-05' },
	solicitud_respondida: {
		nombre: 'Ana Soto',
		derecho: 'rectificacion',
		recibida: '2026-11-20',
		respuesta: 'Corregimos tu apellido.\n\nYa lo ves así en tu perfil.',
		con_cuenta: true,
	},
	solicitud_staff: { derecho: 'acceso', responder_hasta: '2026-12-05', por_vencer: false },
	aviso_confirma: { aviso_id: uuid, nombre: 'Premium Shaker Electric 650 ML', color: 'Rosado', parar: 'ficha' },
	aviso_llego: {
		nombre: 'Premium Shaker Electric 650 ML',
		color: 'Rosado',
		precio: 29_990,
		pocas: true,
		parar: 'ficha',
	},
	alarma_correos: { cuantos: 3, desde: '2026-11-20T15:05:00.000Z' },
	alarmas: {
		empiezan: [
			{
				texto: 'Flow falló 3 veces seguidas',
				que_hacer: 'Al abrir la página de pago: respondió con un error (503). Mira si Flow informa un problema suyo.',
				desde: '2026-11-20T15:05:00.000Z',
			},
		],
		terminan: [
			{
				texto: 'Al disco de la tienda le quedan 0,8 GB',
				que_hacer: 'Pide a quien instaló la tienda que agrande el disco.',
				desde: '2026-11-20T13:05:00.000Z',
				terminada_at: '2026-11-20T14:35:00.000Z',
			},
		],
	},
	mapas_agotados: { llamadas: 5000 },
	llave_rechazada: { proveedor: 'openfactura', motivo: 'api.haulmer.com does not accept the key (401)' },
}
