import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { type Failure, fail } from '#core/contract/failure.ts'
import { readEmail } from '#core/rules/email-address.ts'
import type { Database } from '#core/server/db/database.ts'
import type { QueueOptions } from '#core/server/http/concurrency-limit.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { brokenNewPasswordRule } from '#modules/accounts/server/new-password-rule.ts'
import { hashPassword } from '#modules/accounts/server/password-hashing.ts'
import { refuseName } from '#modules/accounts/server/typed-name.ts'
import type { registerAnswer, registerRequest } from '#modules/accounts/shapes/register.ts'
import { policyVersion } from '#modules/legal/policy-version.ts'

/**
 * Creates a customer's account; never reads rights from the request. Fails with `consentimiento_requerido`,
 * `correo_invalido`, `clave_corta`, `clave_larga`, `clave_comun`, `texto_con_enlace`, `nombre_invalido` or
 * `correo_registrado`.
 */
export async function registerCustomer(
	deps: { db: Database; clock: Clock },
	request: z.output<typeof registerRequest>,
	queue?: QueueOptions,
): Promise<z.output<typeof registerAnswer> | Failure> {
	if (request.consentimiento === false) return fail('consentimiento_requerido')
	const email = readEmail(request.email)
	if (!email) return fail('correo_invalido')
	const misnamed = refuseName(request.first_name) ?? refuseName(request.last_name)
	if (misnamed) return misnamed
	const broken = brokenNewPasswordRule(request.password, { ...request, email })
	if (broken) return fail(broken)
	const [taken] = await deps.db.select({ id: usuarios.id }).from(usuarios).where(eq(usuarios.email, email))
	if (taken) return fail('correo_registrado')

	const now = deps.clock.now()
	const agreed = request.consentimiento === true
	const [made] = await deps.db
		.insert(usuarios)
		.values({
			email,
			first_name: request.first_name,
			last_name: request.last_name,
			password_hash: await hashPassword(request.password, queue),
			consentimiento_at: agreed ? now : null,
			consentimiento_version: agreed ? policyVersion : null,
			created_at: now,
		})
		.onConflictDoNothing({ target: usuarios.email })
		.returning({ id: usuarios.id })
	return made ? { message: 'Registro exitoso' } : fail('correo_registrado')
}
