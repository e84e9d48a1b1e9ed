/** An account's rights, as far as they decide what it may do in the panel. */
export interface Rights {
	readonly id: number
	readonly is_staff: boolean
	readonly is_active: boolean
	readonly is_superuser: boolean
}

export const userFlags = ['is_staff', 'is_active', 'is_superuser'] as const
export type UserFlag = (typeof userFlags)[number]

/**
 * Who may do what in the panel; each route names its row. The rights of accounts are guarded by a fresh proof (decision
 * 0008).
 */
export const permissions = {
	/** All that is only read, proofs of transfers too: orders come with links to them that hold for an hour. */
	ver_panel: 'staff',
	ver_seguridad: 'staff',
	editar_ordenes: 'staff',
	devolver_dinero: 'staff',
	/** Plan rounds, drive them, and say what was handed over. */
	repartir: 'staff',
	editar_productos: 'staff',
	exportar: 'staff',
	/** Limits and the discount code: as much as prices, which all staff set too. */
	cambiar_ajustes: 'staff',
	/** Who sells, the bank account, what is offered, and whether the shop is open. */
	cambiar_tienda: 'superusuario',
	reintentar_trabajos: 'staff',
	/** Have one's own phones told by Web Push. */
	recibir_avisos: 'staff',
	cambiar_derechos: 'staff',
} as const satisfies Record<string, 'staff' | 'superusuario'>

export type Permission = keyof typeof permissions

/** Who may do it, within a sentence that staff read. */
export function whoMay(permission: Permission): string {
	const holder: 'staff' | 'superusuario' = permissions[permission]
	return holder === 'staff' ? 'cualquiera del equipo' : 'un superusuario'
}

/** A superuser who can act: the flag alone opens nothing for who is not active staff. */
export function isSuperuser(account: Rights): boolean {
	return account.is_staff && account.is_active && account.is_superuser
}

export function isAllowed(permission: Permission, actor: Rights): boolean {
	if (!actor.is_staff || !actor.is_active) return false
	return permissions[permission] === 'staff' || isSuperuser(actor)
}

/** Whether the change would leave the shop without anybody who can enter the panel. `staff` are the active staff accounts. */
export function shutsLastStaffOut(staff: readonly Rights[], targetId: number, flag: UserFlag, value: boolean): boolean {
	if (value || flag === 'is_superuser') return false
	return staff.every((account) => account.id === targetId) && staff.length > 0
}

/** Whether `targetId` is the only one of the active `staff` who is a superuser. */
export function isLastSuperuser(staff: readonly Rights[], targetId: number): boolean {
	const superusers = staff.filter(isSuperuser)
	return superusers.length > 0 && superusers.every((account) => account.id === targetId)
}

interface ProvableRights {
	readonly is_staff: boolean
	readonly is_superuser: boolean
	/** When somebody proved to read the address's mail. */
	readonly email_verified_at: Date | null
	readonly derechos_en_espera: boolean
}

/**
 * Whether rights wait for their owner to prove the address: who registers somebody else's first shall not become staff by it.
 */
export function waitsForProof(
	before: ProvableRights,
	after: Pick<ProvableRights, 'is_staff' | 'is_superuser'>,
): boolean {
	if (!after.is_staff && !after.is_superuser) return false
	if (before.derechos_en_espera) return true
	const hadRights = before.is_staff || before.is_superuser
	return !hadRights && before.email_verified_at === null
}
