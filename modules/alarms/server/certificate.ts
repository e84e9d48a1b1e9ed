import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { formatDay } from '#core/server/mail/define-mail.ts'
import type { Alarm, AlarmText } from '#modules/lists/context.ts'

const timeoutMs = 10_000
/** How long a good certificate is not read again. A bad one is read each time, so that its renewal ends the alarm. */
const cachedMs = 6 * 3_600_000
const warnDays = 14
const dayMs = 86_400_000

/** The end of a server's certificate, or the reason why browsers refuse its TLS. */
export type Certificate = { readonly endsAt: Date } | { readonly refusal: string }

/**
 * Reads the certificate of an https address. Undefined when the server is not reached: a shop may not see itself from
 * inside. `ca`: further trusted certificates, for tests.
 */
export function readCertificate(address: string, ca?: string): Promise<Certificate | undefined> {
	const { hostname, port } = new URL(address)
	return new Promise((resolve) => {
		const socket = connect({
			host: hostname,
			port: Number(port || 443),
			servername: isIP(hostname) === 0 ? hostname : '',
			// The reason is read below, with the end of an expired certificate.
			rejectUnauthorized: false,
			...(ca !== undefined && { ca }),
		})
		const end = (certificate: Certificate | undefined) => {
			socket.destroy()
			resolve(certificate)
		}
		socket.setTimeout(timeoutMs, () => end(undefined))
		socket.once('secureConnect', () => {
			const { valid_to } = socket.getPeerCertificate()
			const refusal = socket.authorizationError
			// `valid_to` says how long ago it expired.
			if (socket.authorized || String(refusal) === 'CERT_HAS_EXPIRED') end({ endsAt: new Date(valid_to) })
			else end({ refusal: String(refusal) })
		})
		socket.once('error', (error: Error & { code?: string }) => {
			const isTls = /^(ERR_SSL|ERR_TLS|EPROTO)/.test(error.code ?? '')
			end(isTls ? { refusal: error.code ?? error.name } : undefined)
		})
	})
}

const queHacer =
	'Sin un certificado vigente los navegadores no abren la tienda. Pide a quien la instaló que lo renueve y revise por qué no se renovó solo.'

/** What a certificate means for the owner; undefined for one that lasts. */
export function certificateText(certificate: Certificate, now: Date): AlarmText | undefined {
	if ('refusal' in certificate) {
		return { texto: `Los navegadores no aceptan el certificado de la tienda (${certificate.refusal})`, queHacer }
	}
	const { endsAt } = certificate
	if (endsAt.getTime() - now.getTime() > warnDays * dayMs) return undefined
	const day = formatDay(endsAt.toISOString())
	return { texto: `El certificado de la tienda ${endsAt > now ? 'vence' : 'venció'} el ${day}`, queHacer }
}

/** Watches the certificate of PUBLIC_URL, in production. */
export function createCertificateAlarm(read: typeof readCertificate = readCertificate): Alarm {
	let goodUntil = 0
	return {
		clave: 'certificado',
		regla: { nombre: 'CertificadoPorVencer' },
		async check({ env, publicUrl, clock }) {
			const now = clock.now()
			if (env.isDemo || !publicUrl.startsWith('https:') || now.getTime() < goodUntil) return undefined
			const certificate = await read(publicUrl)
			const found = certificate && certificateText(certificate, now)
			if (!found) goodUntil = now.getTime() + cachedMs
			return found
		},
	}
}
