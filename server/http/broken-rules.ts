import { type Failure, fail } from '#contract/failure.ts'

/**
 * Rules of the database that two callers can break by doing the same at once, each by its name, and the answer to the later one:
 * the one place for every statement that meets them.
 */
export const brokenRules: Readonly<Record<string, Failure>> = {
	paradas_abierta: fail('orden_no_se_entrega', { text: 'La orden ya va en otra ronda.' }),
	productos_sku_color: fail('producto_repetido'),
	usuarios_email: fail('correo_registrado'),
	// One key of a click that was sent for two things at once.
	movimientos_clave: fail('clave_repetida'),
	devoluciones_pkey: fail('clave_repetida'),
	devoluciones_a_mano_pkey: fail('clave_repetida'),
}

/** The failure that a broken rule among the causes of an error means; undefined for any other error. */
export function brokenRuleFailure(causes: readonly Error[]): Failure | undefined {
	for (const cause of causes) {
		if (!('constraint' in cause)) continue
		const name = String(cause.constraint)
		if (Object.hasOwn(brokenRules, name)) return brokenRules[name]
	}
	return undefined
}
