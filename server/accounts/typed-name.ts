import { type Failure, fail } from '#contract/failure.ts'
import { hasLetter } from '#domain/typed-text.ts'
import { hasWebAddress } from '#server/accounts/web-address.ts'

/** Fails for a name without a letter or with a web address, which would appear in the shop's own mails. */
export function refuseName(name: string): Failure | undefined {
	if (hasWebAddress(name)) return fail('texto_con_enlace')
	return hasLetter(name) ? undefined : fail('nombre_invalido')
}
