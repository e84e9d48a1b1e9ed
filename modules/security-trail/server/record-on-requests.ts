import type { FastifyInstance, FastifyRequest } from 'fastify'
import { decodeJwt, errors } from 'jose'
import type { FailureCode } from '#core/contract/failure.ts'
import { readEmail } from '#core/rules/email-address.ts'
import type { SecurityEvent } from '#modules/security-trail/security-events.ts'
import type { SecurityRecord } from '#modules/security-trail/server/security-record.ts'
import type { SecurityTrail } from '#modules/security-trail/server/security-trail.ts'

/** A call's additions to an event: an account other than the caller's, and details in the shop's own words. */
export type SecurityDetails = Pick<SecurityRecord, 'usuario_id' | 'email' | 'codigo' | 'detalle'>

declare module 'fastify' {
	interface FastifyRequest {
		/** The account of a signed challenge in a call without a session. Set before the call's limits. */
		aboutAccount: number | undefined
		/** Records an event with the visitor's network and account, or those of `about`. Never throws or waits. */
		recordSecurity(tipo: SecurityEvent, about?: SecurityDetails): void
	}
}

/** The recorded failures. An expired session is none: see `recordRefusal`. */
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

/** Adds `recordSecurity` to every request. Call it before any route is added. */
export function recordOnRequests(app: FastifyInstance, trail: Pick<SecurityTrail, 'record'>): void {
	app.decorateRequest('aboutAccount', undefined)
	app.decorateRequest('recordSecurity', function (this: FastifyRequest, tipo, about = {}) {
		const own = this.usuario?.id
		const usuario_id = about.usuario_id ?? (about.email === undefined ? own : undefined)
		const por_id = own === usuario_id ? undefined : own
		trail.record({ tipo, ...about, usuario_id, por_id, ip: this.ip })
	})
}

/** Records a security-relevant failure: its call, reason, and account. */
export function recordRefusal(request: FastifyRequest, code: FailureCode): void {
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
