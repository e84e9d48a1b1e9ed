import {
	departureProblem,
	maxOpenRequests,
	maxPasskeys,
	maxProofsPerOrder,
	maxPushDevices,
	notYetOpenText,
	reloadText,
} from '#core/rules/limits.ts'
import { maxPasswordCharacters, minPasswordCharacters, wrongRutText } from '#core/rules/person-data.ts'

/**
 * Every expected failure: its code, HTTP status, and Spanish sentence. A use case refuses with one, a rule returns one;
 * any other error is answered with a 500 without details.
 */
export const failures = {
	// Of any call
	no_json: { status: 400, text: 'La solicitud no se pudo leer.' },
	campos_invalidos: { status: 400, text: `Hay datos que faltan o no tienen la forma correcta. ${reloadText}` },
	no_encontrado: { status: 404, text: 'No encontramos lo que buscas.' },
	metodo_no_permitido: { status: 405, text: 'Esta operación no existe.' },
	solicitud_lenta: { status: 408, text: 'La solicitud tardó demasiado en llegar. Intenta nuevamente.' },
	demasiado_grande: { status: 413, text: 'Lo que enviaste es demasiado grande.' },
	tipo_no_soportado: { status: 415, text: 'Ese tipo de contenido no se acepta.' },
	direccion_larga: { status: 431, text: 'Lo que pides es demasiado largo.' },
	demasiadas_solicitudes: { status: 429, text: 'Demasiados intentos. Espera un momento y prueba de nuevo.' },
	error_interno: { status: 500, text: 'Algo falló de nuestro lado. Intenta nuevamente.' },
	servicio_ocupado: { status: 503, text: 'La tienda está ocupada. Intenta nuevamente en unos segundos.' },
	// Accounts
	credenciales_invalidas: { status: 401, text: 'Credenciales inválidas' },
	cuenta_bloqueada: {
		status: 409,
		text: 'Tu cuenta está bloqueada: no se pueden hacer ni pagar pedidos con ella. Si quieres volver a comprar, escríbenos y la desbloqueamos.',
	},
	sesion_expirada: { status: 401, text: 'Sesión expirada. Inicia sesión de nuevo.' },
	segundo_factor_requerido: { status: 401, text: 'Falta el segundo paso para entrar.' },
	segundo_factor_vencido: { status: 401, text: 'Pasó mucho tiempo. Escribe tu contraseña otra vez.' },
	segundo_factor_obligatorio: { status: 403, text: 'Para usar el panel agrega un segundo paso en tu perfil.' },
	segundo_factor_repetido: { status: 409, text: 'Ya tienes una app de códigos. Quítala antes de agregar otra.' },
	llave_invalida: { status: 422, text: 'No pudimos confirmar la llave de acceso. Intenta nuevamente.' },
	llave_repetida: { status: 409, text: 'Esa llave de acceso ya está en una cuenta.' },
	llaves_de_mas: {
		status: 409,
		text: `Ya tienes ${maxPasskeys} llaves de acceso. Quita una que no uses antes de agregar otra.`,
	},
	codigo_incorrecto: { status: 422, text: 'El código no es correcto o ya se usó.' },
	identidad_requerida: { status: 403, text: 'Confirma que eres tú para continuar.' },
	solo_staff: { status: 403, text: 'No tienes permiso para hacer esto.' },
	correo_registrado: { status: 409, text: 'Ya existe una cuenta con ese correo.' },
	consentimiento_requerido: {
		status: 422,
		text: 'Para crear tu cuenta necesitamos que aceptes la política de privacidad.',
	},
	clave_corta: { status: 422, text: `La contraseña debe tener al menos ${minPasswordCharacters} caracteres.` },
	clave_larga: { status: 422, text: `La contraseña debe tener como máximo ${maxPasswordCharacters} caracteres.` },
	clave_comun: {
		status: 422,
		text: 'Esa contraseña es fácil de adivinar: muchos la usan, o lleva tu nombre, tu correo o el de la tienda. Prueba con tres o cuatro palabras que solo tú juntarías.',
	},
	texto_con_enlace: {
		status: 422,
		text: 'En nombres y direcciones escribe solo texto, sin sitios web ni correos.',
	},
	nombre_invalido: { status: 422, text: 'Escribe el nombre con letras.' },
	correo_invalido: { status: 422, text: 'Ingresa un correo válido.' },
	solicitudes_de_mas: {
		status: 409,
		text: `Ya tienes ${maxOpenRequests} solicitudes en curso. Espera nuestra respuesta, o escríbenos.`,
	},
	ultimo_staff: { status: 409, text: 'La tienda no puede quedar sin una cuenta de staff activa.' },
	clave_incorrecta: { status: 422, text: 'La contraseña actual no es correcta.' },
	enlace_clave_invalido: { status: 422, text: 'El enlace no es válido o ya venció. Solicita uno nuevo.' },
	google_invalido: { status: 401, text: 'Error al iniciar sesión con Google ❌' },
	google_no_responde: { status: 502, text: 'Error al iniciar sesión con Google ❌' },
	google_requiere_clave: {
		status: 409,
		text: 'Ya tienes una cuenta con este correo. Escribe su contraseña una vez para unirla con Google.',
	},
	// Catalog and cart
	producto_desconocido: { status: 404, text: 'Ese producto no existe.' },
	producto_incompleto: { status: 422, text: 'Nombre y SKU son obligatorios.' },
	producto_repetido: { status: 409, text: 'Ya existe un producto con ese SKU y color.' },
	carrito_vacio: { status: 422, text: 'Tu carrito está vacío.' },
	color_desconocido: { status: 404, text: 'Ese color no existe.' },
	color_invalido: { status: 422, text: 'Ese color no se puede agregar.' },
	foto_falta: { status: 422, text: 'Elige una foto.' },
	foto_no_imagen: { status: 415, text: 'La foto debe ser una imagen JPG, PNG o WebP.' },
	foto_incompleta: { status: 422, text: 'La foto llegó incompleta. Envíala otra vez.' },
	foto_grande: { status: 413, text: 'La foto pesa más de 20 MB o tiene más de 50 megapíxeles.' },
	foto_chica: { status: 422, text: 'La foto es muy pequeña: debe tener al menos 450 × 600 píxeles.' },
	// Delivery
	direccion_requerida: { status: 422, text: 'Ingresa tu dirección de despacho.' },
	direccion_desconocida: { status: 422, text: 'Elige tu dirección de la lista.' },
	numero_de_casa: { status: 422, text: '¿Qué número es?' },
	/** The text for the first tariff; with another one the use case gives its own. */
	fuera_de_cobertura: {
		status: 422,
		text: 'Fuera de cobertura de despacho (más de 15 km). Elige retiro o una dirección más cercana.',
	},
	solo_rm: { status: 422, text: 'El pago en efectivo está disponible solo en la Región Metropolitana.' },
	// Orders
	sin_stock: { status: 409, text: 'No hay stock suficiente.' },
	total_cambio: { status: 409, text: 'El total de tu pedido cambió. Revísalo y confirma otra vez.' },
	clave_repetida: { status: 409, text: 'Ese pedido ya se envió con otros datos. Vuelve a intentarlo.' },
	tienda_cerrada: { status: 409, text: 'La tienda está cerrada por unos días.' },
	copia_retenida: {
		status: 409,
		text: 'Esto es una copia de la tienda que todavía se revisa: no recibe pedidos ni pagos.',
	},
	tienda_incompleta: { status: 409, text: notYetOpenText },
	limite_unidades: {
		status: 422,
		text: 'Ese pedido tiene más unidades de las que puedes llevar de una vez. Si necesitas más, escríbenos.',
	},
	limite_ordenes: {
		status: 422,
		text: 'Ya hay varios pedidos sin pagar con tu cuenta o tu teléfono. Paga o cancela uno en tus órdenes, o escríbenos.',
	},
	confirma_correo: {
		status: 422,
		text: 'Confirma tu correo con el enlace que te enviamos y vuelve a enviar el pedido, o elige pagar en línea.',
	},
	telefono_invalido: { status: 422, text: 'Debe tener exactamente 9 dígitos.' },
	rut_invalido: { status: 422, text: wrongRutText },
	rut_requerido: {
		status: 422,
		text: 'Por el monto de esta compra, la ley pide el RUT y el nombre de quien compra.',
	},
	factura_incompleta: { status: 422, text: 'Faltan datos de la factura, o no tienen la forma correcta.' },
	cupon_invalido: { status: 422, text: 'Cupón no es válido' },
	documento_no_disponible: { status: 503, text: 'El documento todavía no está disponible. Intenta en unos minutos.' },
	metodo_no_disponible: { status: 422, text: 'Ese medio de pago no está disponible.' },
	orden_desconocida: { status: 404, text: 'No encontramos esa orden.' },
	orden_no_se_paga: { status: 409, text: 'Esta orden ya no espera un pago.' },
	orden_no_se_cancela: {
		status: 409,
		text: 'Este pedido ya no se puede cancelar aquí. Mira cómo está ahora o escríbenos.',
	},
	orden_no_entregada: {
		status: 409,
		text: 'Este pedido todavía no se entrega. Si ya no lo quieres, cancélalo o escríbenos.',
	},
	retracto_vencido: {
		status: 422,
		text: 'El plazo para arrepentirte ya terminó. Si el producto falla, todavía tienes la garantía legal; para lo demás, escríbenos.',
	},
	garantia_vencida: {
		status: 422,
		text: 'La garantía legal de este pedido ya terminó. Escríbenos y vemos qué podemos hacer.',
	},
	retorno_excede: { status: 422, text: 'De este pedido quedan menos unidades por devolver. Revisa cuántas marcaste.' },
	// Payments
	pago_no_disponible: {
		status: 502,
		text: 'No pudimos conectar con el medio de pago. Intenta nuevamente o elige otro.',
	},
	correo_no_aceptado: {
		status: 422,
		text: 'Este medio de pago no acepta el correo de tu cuenta. Elige otro, o escríbenos para cambiarlo.',
	},
	devolucion_excede: { status: 422, text: 'No se puede devolver más de lo que se pagó.' },
	firma_invalida: { status: 401, text: 'La firma de la notificación no es válida.' },
	comprobante_no_corresponde: { status: 422, text: 'Esta orden no espera un comprobante.' },
	comprobante_no_imagen: { status: 415, text: 'El comprobante debe ser una imagen JPG, PNG o WebP.' },
	comprobante_incompleto: { status: 422, text: 'La imagen del comprobante llegó incompleta. Envíala otra vez.' },
	comprobante_ilegible: {
		status: 422,
		text: 'No pudimos leer la imagen del comprobante. Envía una captura de pantalla o una foto más simple.',
	},
	comprobante_grande: { status: 413, text: 'El comprobante pesa más de 10 MB.' },
	comprobantes_juntos: { status: 422, text: 'Envía una sola imagen por vez.' },
	comprobantes_completos: { status: 422, text: `Esta orden ya tiene ${maxProofsPerOrder} comprobantes.` },
	comprobante_falta: { status: 400, text: 'Por favor sube el comprobante antes de enviar.' },
	enlace_vencido: { status: 403, text: 'Este enlace ya no es válido.' },
	// Staff
	documento_repetido: { status: 409, text: 'Ese folio ya está anotado.' },
	accion_no_corresponde: { status: 409, text: 'Esta acción no corresponde al estado actual.' },
	entrega_detenida: {
		status: 409,
		text: 'La entrega de esta orden está detenida. Mira por qué en la orden; para entregarla de todos modos, usa «Entregar igual».',
	},
	orden_no_se_entrega: { status: 409, text: 'Una de las órdenes ya no se puede entregar, o va en otra ronda.' },
	salida_imposible: { status: 422, text: departureProblem },
	ronda_cerrada: { status: 409, text: 'Esta ronda ya no se puede cambiar.' },
	conteo_sin_cuadrar: { status: 422, text: 'Cuenta el dinero antes de cerrar.' },
	parada_hecha: { status: 409, text: 'Esta parada ya se marcó.' },
	foto_no_corresponde: { status: 409, text: 'La foto no quedó: esa parada no está marcada, o ya tiene sus fotos.' },
	ya_no_se_deshace: { status: 409, text: 'Pasó más de un minuto: corrígelo en la orden.' },
	aviso_desconocido: { status: 422, text: 'Este navegador usa un servicio de avisos que la tienda no conoce.' },
	dispositivos_de_mas: {
		status: 409,
		text: `Ya recibes avisos en ${maxPushDevices} dispositivos. Quita uno que no uses antes de agregar otro.`,
	},
	fuera_de_horario: { status: 422, text: 'A esa hora no hay retiros.' },
	codigo_retiro: {
		status: 422,
		text: 'Ese no es el código de esta orden. Pídele al cliente el de su página o su correo.',
	},
	retiro_hecho: { status: 409, text: 'Este retiro ya se entregó.' },
	cobro_incompleto: { status: 422, text: 'Falta dinero: esta orden se paga al recibirla.' },
	cobro_excesivo: { status: 422, text: 'Revisa el monto: es mucho más de lo que se cobra.' },
	campo_no_editable: { status: 422, text: 'Ese campo no se puede editar.' },
	solo_superusuario: { status: 403, text: 'Solo un superusuario puede hacer esto.' },
	usuario_desconocido: { status: 404, text: 'Ese usuario no existe.' },
	valor_invalido: { status: 422, text: 'Ese valor no está permitido.' },
	cupon_repetido: { status: 409, text: 'Ya hay un cupón con ese código.' },
	no_comprobado: { status: 422, text: 'No funcionó. Revisa la configuración.' },
	ajuste_fijo: {
		status: 409,
		text: 'Este ajuste lo fija la configuración del servidor y no se cambia en el panel.',
	},
	version_distinta: { status: 409, text: 'Otra persona cambió esto antes que tú. Revisa los valores actuales.' },
} as const

export type FailureCode = keyof typeof failures
export const failureCodes = Object.keys(failures) as [FailureCode, ...FailureCode[]]

/** An expected failure as a value. `extra` is added to the answer (right amounts, the colour without stock). */
export interface Failure {
	readonly failure: FailureCode
	readonly text: string
	readonly extra: Readonly<Record<string, unknown>>
}

/** Creates the failure `code`; `text` replaces its sentence with a more exact one. */
export function fail(code: FailureCode, options: { text?: string; extra?: Record<string, unknown> } = {}): Failure {
	return { failure: code, text: options.text ?? failures[code].text, extra: options.extra ?? {} }
}

export function isFailure(value: unknown): value is Failure {
	return typeof value === 'object' && value !== null && 'failure' in value && 'extra' in value
}

/** A thrown failure. It rolls its transaction back, and the error handler answers it. */
export class FailureAnswer extends Error {
	readonly failure: Failure
	constructor(failure: Failure, options?: ErrorOptions) {
		super(failure.failure, options)
		this.failure = failure
	}
}

/** Throws the failure `code`, with the options of `fail`. */
export function refuse(code: FailureCode, options?: Parameters<typeof fail>[1]): never {
	throw new FailureAnswer(fail(code, options))
}

/** Throws a failure that a rule returned; returns anything else. */
export function orRefuse(failure: Failure): never
export function orRefuse<T>(result: T | Failure): T
export function orRefuse<T>(result: T | Failure): T {
	if (isFailure(result)) throw new FailureAnswer(result)
	return result
}
