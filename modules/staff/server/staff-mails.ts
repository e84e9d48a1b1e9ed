import { z } from 'zod'
import { type UserFlag, userFlags } from '#core/rules/permissions.ts'
import { accountMail, formatMoment, longRow, type MailDefinition, staffMail } from '#core/server/mail/define-mail.ts'
import { type KeyedProvider, keyedProviders } from '#core/server/platform/provider-key.ts'

const payments = 'nadie puede pagar con él y sus devoluciones esperan. Los pagos ya hechos no se pierden'
/** How staff know a provider, what stops while it refuses the key, and the variables that have it. */
const keys: Readonly<Record<KeyedProvider, { name: string; stops: string; variables: string }>> = {
	mercadopago: { name: 'Mercado Pago', stops: payments, variables: 'MERCADOPAGO_ACCESS_TOKEN' },
	flow: { name: 'Flow', stops: payments, variables: 'FLOW_API_KEY y FLOW_SECRET_KEY' },
	webpay: { name: 'Webpay', stops: payments, variables: 'WEBPAY_COMMERCE_CODE y WEBPAY_API_KEY' },
	openfactura: {
		name: 'OpenFactura',
		stops: 'no se emiten boletas, facturas ni notas de crédito. Ninguna se pierde: esperan y se emiten después',
		variables: 'OPENFACTURA_API_KEY y OPENFACTURA_API_URL',
	},
	instagram: {
		name: 'Instagram',
		stops: 'la portada muestra las últimas publicaciones que copió',
		variables: 'INSTAGRAM_TOKEN',
	},
	archivos: {
		name: 'El depósito de archivos',
		stops: 'no se guardan comprobantes ni fotos, y los guardados no se ven',
		variables: 'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID y S3_SECRET_ACCESS_KEY',
	},
	google_maps: {
		name: 'Google Maps',
		stops: 'la tienda no encuentra direcciones ni mide distancias de despacho',
		variables: 'GOOGLE_MAPS_KEY',
	},
}

/** Mails about the shop's own work, to all staff. */
export const staffMails = {
	/** Mails were not sent for a while; arrives when they are sent again. */
	alarma_correos: staffMail(z.object({ cuantos: z.int().min(1), desde: z.iso.datetime() }), ({ cuantos, desde }) => ({
		title: `${cuantos === 1 ? 'Un correo esperó' : `${cuantos} correos esperaron`} más de 15 minutos`,
		preview: `El más antiguo es del ${formatMoment(desde)}.`,
		paragraphs: [
			`Desde el ${formatMoment(desde)} hubo correos que el servidor no aceptaba. Si lees esto, volvieron a salir o están saliendo.`,
			'Mira en el panel, en Trabajos, si alguno falla todavía: se puede reintentar. Los clientes recibirán sus avisos con retraso.',
		],
		place: { seccion: 'trabajos' },
	})),

	/** A provider refuses the shop's key. `motivo`: its own words. */
	llave_rechazada: staffMail(z.object({ proveedor: z.enum(keyedProviders), motivo: z.string() }), (data) => {
		const { name, stops, variables } = keys[data.proveedor]
		return {
			title: `${name} no acepta la llave de la tienda`,
			paragraphs: [
				`Mientras siga así, ${stops}.`,
				`Quien opera la tienda tiene que revisar ${variables}, pedir una llave nueva si venció y reiniciar la tienda; npm run doctor dice si quedó bien. Este aviso no se repite mientras dure.`,
			],
			sections: [{ title: 'Qué respondió', rows: [longRow('Respuesta', data.motivo)] }],
		}
	}),
}

const rightsData = z.object({
	cuenta: z.string(),
	nombre: z.string(),
	/** Null: the operator's command. */
	quien: z.string().nullable(),
	cambios: z.array(z.object({ campo: z.enum(userFlags), despues: z.boolean() })).min(1),
	es_propia: z.boolean(),
	espera: z.boolean().optional(),
	recuperacion_id: z.uuid().optional(),
})

const names: Readonly<Record<UserFlag, string>> = { is_staff: 'Staff', is_active: 'Activo', is_superuser: 'Superuser' }

type RightsChange = z.output<typeof rightsData>

const authorOf = ({ quien }: RightsChange) => quien ?? 'Quien opera la tienda, con un comando'

const section = (change: RightsChange) => ({
	title: 'Qué cambió',
	rows: [
		...(change.es_propia ? [] : [{ label: 'Cuenta', value: change.cuenta, isLong: true }]),
		...change.cambios.map(({ campo, despues }) => ({ label: names[campo], value: despues ? 'sí' : 'no' })),
		{ label: 'Quién lo hizo', value: authorOf(change), isLong: true },
	],
})

/** To the account itself. With `recuperacion_id` its rights count once the owner opens the link. */
const toOwner = accountMail(rightsData, (change, shop) => {
	const { cambios, recuperacion_id } = change
	const title = recuperacion_id ? 'Te dieron acceso al panel' : 'Cambiaron los permisos de tu cuenta'
	const preview = cambios.map(({ campo, despues }) => `${names[campo]}: ${despues ? 'sí' : 'no'}`).join(', ')
	const common = { subject: title, preview, title, sections: [section(change)] }
	if (recuperacion_id === undefined) {
		return {
			...common,
			paragraphs: ['Cambiaron los permisos de tu cuenta en Premium Shaker. Si no lo esperabas, escríbenos.'],
			button: { label: 'Ir a mi perfil', href: `${shop.publicUrl}/perfil` },
		}
	}
	return {
		...common,
		paragraphs: [
			'Te dieron permisos en el panel de Premium Shaker. Valen cuando elijas tu contraseña con este enlace: así sabemos que este correo es tuyo. Las sesiones abiertas antes se cierran.',
			'El enlace dura 7 días y sirve una sola vez. Si vence, pide otro con «¿Olvidaste tu clave?». Si no lo esperabas, no lo abras y escríbenos.',
		],
		button: { label: 'Elegir mi contraseña', href: shop.resetLink(recuperacion_id) },
	}
})

const toOthers = staffMail(rightsData, (change) => {
	const waiting = change.espera
		? ' Valen cuando su dueño abra el enlace que le enviamos: nadie había probado ese correo.'
		: ''
	return {
		title: `Cambiaron los permisos de ${change.cuenta}`,
		preview: `Lo hizo: ${authorOf(change)}.`,
		paragraphs: [
			`Todo el equipo recibe este aviso.${waiting} Si no corresponde, deshazlo en el panel y avisa a los demás.`,
		],
		place: { seccion: 'usuarios' },
		sections: [section(change)],
	}
})

/** Changed rights of an account: to the account itself (`es_propia`), and to all staff. */
export const rightsChanged: MailDefinition = {
	...toOthers,
	write: (datos, shop) => (rightsData.parse(datos).es_propia ? toOwner : toOthers).write(datos, shop),
}
