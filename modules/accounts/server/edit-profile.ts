import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type Failure, fail } from '#core/contract/failure.ts'
import { isPhone, phoneDigits } from '#core/rules/phone.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { type ReadProfileDeps, readProfile } from '#modules/accounts/server/read-profile.ts'
import { refuseName } from '#modules/accounts/server/typed-name.ts'
import { hasWebAddress } from '#modules/accounts/server/web-address.ts'
import type { editProfileRequest, ProfileAnswer } from '#modules/accounts/shapes/profile.ts'

/**
 * Updates the sent fields of the profile and returns it; a null factura is deleted. Fails with `telefono_invalido`,
 * `texto_con_enlace` or `nombre_invalido`.
 */
export async function editProfile(
	deps: ReadProfileDeps,
	accountId: number,
	changes: z.output<typeof editProfileRequest>,
): Promise<ProfileAnswer | Failure> {
	const { nombre, apellido, direccion, factura } = changes
	const telefono = changes.telefono === undefined ? undefined : phoneDigits(changes.telefono)
	if (telefono !== undefined && telefono !== '' && !isPhone(telefono)) return fail('telefono_invalido')
	const names = [nombre, apellido === '' ? undefined : apellido].filter((name) => name !== undefined)
	const misnamed = names.map(refuseName).find((failure) => failure !== undefined)
	if (misnamed) return misnamed
	if (hasWebAddress(direccion ?? '')) return fail('texto_con_enlace')
	const changed = {
		...(nombre === undefined ? {} : { first_name: nombre }),
		...(apellido === undefined ? {} : { last_name: apellido }),
		...(telefono === undefined ? {} : { telefono }),
		...(direccion === undefined ? {} : { direccion }),
		...(factura === undefined ? {} : { factura }),
	}
	if (Object.keys(changed).length > 0) {
		await deps.db.update(usuarios).set(changed).where(eq(usuarios.id, accountId))
	}
	return await readProfile(deps, accountId)
}
