/** An account's rights in the panel. */
export interface Rights {
	readonly id: number
	readonly is_staff: boolean
	readonly is_active: boolean
	readonly is_superuser: boolean
}

export const userFlags = ['is_staff', 'is_active', 'is_superuser'] as const
export type UserFlag = (typeof userFlags)[number]

/** The permissions of the panel; each route names its row. Changes of rights need a fresh proof (decision 0008). */
export const permissions = {
	/** All reads, including proofs of transfers: orders have links to them that are valid for an hour. */
	ver_panel: 'staff',
	ver_seguridad: 'staff',
	editar_ordenes: 'staff',
	/** Enter a sale agreed outside the shop. */
	vender: 'staff',
	/** Record the counted money of a day. */
	cerrar_dia: 'staff',
	devolver_dinero: 'staff',
	/** Plan and drive rounds, and record deliveries. */
	repartir: 'staff',
	editar_productos: 'staff',
	exportar: 'staff',
	/** Limits and the discount code: equivalent to prices, which all staff set too. */
	cambiar_ajustes: 'staff',
	/** Seller, bank account, payment methods, and whether the shop is open. */
	cambiar_tienda: 'superusuario',
	reintentar_trabajos: 'staff',
	/** Add one's own phones for Web Push. */
	recibir_avisos: 'staff',
	cambiar_derechos: 'staff',
	/** Answer requests about personal data, and block the accounts of who asks for it. */
	atender_solicitudes: 'staff',
} as const satisfies Record<string, 'staff' | 'superusuario'>

export type Permission = keyof typeof permissions

/** Permissions that change nothing: only calls that read may name one. */
export type ReadPermission = 'ver_panel' | 'ver_seguridad'

/** The group with a permission, within a sentence for staff. */
export function whoMay(permission: Permission): string {
	const holder: 'staff' | 'superusuario' = permissions[permission]
	return holder === 'staff' ? 'cualquiera del equipo' : 'un superusuario'
}

/** An active superuser: the flag has no effect on accounts that are not active staff. */
export function isSuperuser(account: Rights): boolean {
	return account.is_staff && account.is_active && account.is_superuser
}

export function isAllowed(permission: Permission, actor: Rights): boolean {
	if (!actor.is_staff || !actor.is_active) return false
	return permissions[permission] === 'staff' || isSuperuser(actor)
}

/** Whether the change would leave the panel without an account. `staff` are the active staff accounts. */
export function shutsLastStaffOut(staff: readonly Rights[], targetId: number, flag: UserFlag, value: boolean): boolean {
	if (value || flag === 'is_superuser') return false
	return staff.every((account) => account.id === targetId) && staff.length > 0
}

/** Whether `targetId` is the only superuser of the active `staff`. */
export function isLastSuperuser(staff: readonly Rights[], targetId: number): boolean {
	const superusers = staff.filter(isSuperuser)
	return superusers.length > 0 && superusers.every((account) => account.id === targetId)
}

interface ProvableRights {
	readonly is_staff: boolean
	readonly is_superuser: boolean
	/** When the mailbox of the address was proved. */
	readonly email_verified_at: Date | null
	readonly derechos_en_espera: boolean
}

/** Whether rights are pending the proof of the address: the first registrant may be another person. */
export function waitsForProof(
	before: ProvableRights,
	after: Pick<ProvableRights, 'is_staff' | 'is_superuser'>,
): boolean {
	if (!after.is_staff && !after.is_superuser) return false
	if (before.derechos_en_espera) return true
	const hadRights = before.is_staff || before.is_superuser
	return !hadRights && before.email_verified_at === null
}
