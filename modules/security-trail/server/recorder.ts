import type { FastifyRequest } from 'fastify'
import { decodeJwt, errors } from 'jose'
import type { FailureCode } from '#core/contract/failure.ts'
import type { SecurityEvent } from '#core/rules/audit-actions.ts'
import { readEmail } from '#core/rules/person-data.ts'
import type { SecurityRecorder } from '#core/server/http/security.ts'
import type { SecurityTrail } from '#modules/security-trail/server/security-trail.ts'

/** The recorded failures. An expired session is none: see `recordFailure`. */
const refusals: Partial<Record<FailureCode, SecurityEvent>> = {
	credenciales_invalidas: 'inicio_fallido',
	google_invalido: 'inicio_fallido',
	clave_incorrecta: 'identidad_fallida',
	codigo_incorrecto: 'segundo_factor_fallido',
	llave_invalida: 'segundo_factor_fallido',
	enlace_clave_invalido: 'acceso_rechazado',
	solo_staff: 'acceso_rechazado',
	solo_superusuario: 'acceso_rechazado',
	demasiadas_solicitudes: 'limite_alcanzado',
	firma_invalida: 'firma_invalida',
}

/** Records events of requests in the trail, with the visitor's network and account. */
export const createRecorder = ({ record, flush }: Pick<SecurityTrail, 'record' | 'flush'>): SecurityRecorder => ({
	record({ usuario, ip }, tipo, about) {
		const own = usuario?.id
		const usuario_id = about.usuario_id ?? (about.email === undefined ? own : undefined)
		const por_id = own === usuario_id ? undefined : own
		record({ tipo, ...about, usuario_id, por_id, ip })
	},
	recordFailure,
	flush,
})

/** Records a security-relevant failure: its call, reason, and account. */
function recordFailure(request: FastifyRequest, code: FailureCode): void {
	const tipo = refusals[code] ?? (isForgedPanelCall(request, code) ? 'acceso_rechazado' : undefined)
	if (!tipo) return
	const { url, method } = request.routeOptions
	const about = { usuario_id: request.aboutAccount, email: typedEmail(request) }
	request.recordSecurity(tipo, { ...about, codigo: code, detalle: `${method} ${url ?? ''}` })
}

/** Whether a panel call has no token that was ever valid. Expired tokens are common. */
function isForgedPanelCall(request: FastifyRequest, code: FailureCode): boolean {
	if (code !== 'sesion_expirada' || !request.routeOptions.url?.startsWith('/api/admin_')) return false
	const token = /^bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
	if (token === undefined) return true
	try {
		return (decodeJwt(token).exp ?? Number.POSITIVE_INFINITY) * 1000 > Date.now()
	} catch (error) {
		if (error instanceof errors.JOSEError) return true
		throw error
	}
}

/** The account named in a call without a session. */
function typedEmail({ usuario, body }: FastifyRequest): string | undefined {
	if (usuario || typeof body !== 'object' || body === null) return undefined
	const { username, email } = body as { readonly username?: unknown; readonly email?: unknown }
	const typed = username ?? email
	return typeof typed === 'string' ? readEmail(typed) : undefined
}
