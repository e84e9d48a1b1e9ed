import { type Failure, fail } from '#core/contract/failure.ts'

/** Constraints that two parallel callers can violate, by name, with the answer to the later one. */
export const brokenRules: Readonly<Record<string, Failure>> = {
	paradas_abierta: fail('orden_no_se_entrega', { text: 'La orden ya va en otra ronda.' }),
	productos_sku_color: fail('producto_repetido'),
	usuarios_email: fail('correo_registrado'),
	// One idempotency key sent with two different actions.
	movimientos_clave: fail('clave_repetida'),
	devoluciones_pkey: fail('clave_repetida'),
	devoluciones_a_mano_pkey: fail('clave_repetida'),
}

/** The failure of a violated constraint among an error's causes; undefined for any other error. */
export function brokenRuleFailure(causes: readonly Error[]): Failure | undefined {
	for (const cause of causes) {
		if (!('constraint' in cause)) continue
		const name = String(cause.constraint)
		if (Object.hasOwn(brokenRules, name)) return brokenRules[name]
	}
	return undefined
}
