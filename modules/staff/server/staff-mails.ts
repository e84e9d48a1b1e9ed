import { z } from 'zod'
import { type UserFlag, userFlags } from '#core/rules/permissions.ts'
import { accountMail, formatMoment, type MailDefinition, staffMail } from '#core/server/mail/define-mail.ts'

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
