import { z } from 'zod'
import { panelQuery } from '#domain/staff/panel-query.ts'
import { type UserFlag, userFlags } from '#domain/staff/permissions.ts'
import type { MailContent, MailShop } from '#server/mail/mail-content.ts'
import { greeting } from './greeting.ts'

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

/** The way into the panel of somebody whose address nobody has proved yet, or to one's profile. */
function ownPart(nombre: string, resetId: string | undefined, shop: MailShop) {
	if (resetId === undefined) {
		return {
			paragraphs: [
				`${greeting(nombre)} Cambiaron los permisos de tu cuenta en Premium Shaker. Si no lo esperabas, escríbenos.`,
			],
			button: { label: 'Ir a mi perfil', href: `${shop.publicUrl}/perfil` },
		}
	}
	return {
		paragraphs: [
			`${greeting(nombre)} Te dieron permisos en el panel de Premium Shaker. Valen cuando elijas tu contraseña con este enlace: así sabemos que este correo es tuyo. Las sesiones abiertas antes se cierran.`,
			'El enlace dura 7 días y sirve una sola vez. Si vence, pide otro con «¿Olvidaste tu clave?». Si no lo esperabas, no lo abras y escríbenos.',
		],
		button: { label: 'Elegir mi contraseña', href: shop.resetLink(resetId) },
	}
}

/** Rights of an account changed: to the account itself, and to all staff. */
export function rightsChanged(datos: unknown, shop: MailShop): MailContent {
	const { cuenta, nombre, quien, cambios, es_propia, espera, recuperacion_id } = rightsData.parse(datos)
	const who = quien ?? 'Quien opera la tienda, con un comando'
	const section = {
		title: 'Qué cambió',
		rows: [
			...(es_propia ? [] : [{ label: 'Cuenta', value: cuenta, isLong: true }]),
			...cambios.map(({ campo, despues }) => ({ label: names[campo], value: despues ? 'sí' : 'no' })),
			{ label: 'Quién lo hizo', value: who, isLong: true },
		],
	}
	if (es_propia) {
		const title = recuperacion_id ? 'Te dieron acceso al panel' : 'Cambiaron los permisos de tu cuenta'
		const preview = cambios.map(({ campo, despues }) => `${names[campo]}: ${despues ? 'sí' : 'no'}`).join(', ')
		return {
			subject: title,
			preview,
			colors: [],
			title,
			...ownPart(nombre, recuperacion_id, shop),
			sections: [section],
		}
	}
	const waiting = espera ? ' Valen cuando su dueño abra el enlace que le enviamos: nadie había probado ese correo.' : ''
	return {
		subject: `Cambiaron los permisos de ${cuenta}`,
		preview: `Lo hizo: ${who}.`,
		colors: [],
		title: `Cambiaron los permisos de ${cuenta}`,
		paragraphs: [
			`Todo el equipo recibe este aviso.${waiting} Si no corresponde, deshazlo en el panel y avisa a los demás.`,
		],
		isForStaff: true,
		button: { label: 'Abrir el panel', href: `${shop.publicUrl}/perfil?${panelQuery({ seccion: 'usuarios' })}` },
		sections: [section],
	}
}
