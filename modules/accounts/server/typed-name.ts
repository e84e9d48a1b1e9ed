import { type Failure, fail } from '#core/contract/failure.ts'
import { hasLetter } from '#core/rules/typed-text.ts'
import { hasWebAddress } from '#modules/accounts/server/web-address.ts'

/** Fails for a name without a letter or with a web address, which would appear in the shop's own mails. */
export function refuseName(name: string): Failure | undefined {
	if (hasWebAddress(name)) return fail('texto_con_enlace')
	return hasLetter(name) ? undefined : fail('nombre_invalido')
}
