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
 * Who may do what in the panel. `staff`: everybody who gets in. `superusuario`: only superusers, as long as there is one. Each
 * route names the row that it needs, and the flags of accounts have theirs (`permissionFor`): a word here is all it takes.
 */
export const permissions = {
	ver_panel: 'staff',
	ver_seguridad: 'staff',
	editar_ordenes: 'staff',
	devolver_dinero: 'staff',
	editar_productos: 'staff',
	exportar: 'staff',
	reintentar_trabajos: 'staff',
	activar_clientes: 'staff',
	/** Also shutting a superuser out: else staff could remove the last one and become free to raise themselves. */
	activar_superusuarios: 'superusuario',
	dar_staff: 'superusuario',
	dar_superusuario: 'superusuario',
	/** Anybody may lay their own rights down. */
	dejar_derechos_propios: 'staff',
} as const satisfies Record<string, 'staff' | 'superusuario'>

export type Permission = keyof typeof permissions

/** A superuser who can act: the flag alone opens nothing for who is not active staff. */
export function isSuperuser(account: Rights): boolean {
	return account.is_staff && account.is_active && account.is_superuser
}

/** The permission that changing a flag of `target` needs. */
export function permissionFor(actorId: number, target: Rights, flag: UserFlag, value: boolean): Permission {
	if (target.id === actorId && !value) return 'dejar_derechos_propios'
	if (flag === 'is_staff') return 'dar_staff'
	if (flag === 'is_superuser') return 'dar_superusuario'
	return target.is_superuser ? 'activar_superusuarios' : 'activar_clientes'
}

/** Whether `actor` has a permission. Where no superuser is left, staff do what superusers do: the shop has to go on. */
export function isAllowed(permission: Permission, actor: Rights, hasSuperuser: boolean): boolean {
	if (!actor.is_staff || !actor.is_active) return false
	return permissions[permission] === 'staff' || isSuperuser(actor) || !hasSuperuser
}

/** Whether the change would leave the shop without anybody who can enter the panel. `staff` are the active staff accounts. */
export function shutsLastStaffOut(staff: readonly Rights[], targetId: number, flag: UserFlag, value: boolean): boolean {
	if (value || flag === 'is_superuser') return false
	return staff.every((account) => account.id === targetId) && staff.length > 0
}
