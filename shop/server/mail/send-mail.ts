import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import { type MailTemplate, reachesBlocked } from '#core/rules/mails.ts'
import { settledSeconds } from '#core/rules/times.ts'
import { whatsappAddress } from '#core/rules/whatsapp.ts'
import type { Database } from '#core/server/db/database.ts'
import { together } from '#core/server/db/together.ts'
import { FromNewerVersion, type Jobs } from '#core/server/jobs/jobs.ts'
import type { MailContent, MailRow, MailSection, MailShop, RenderedMail } from '#core/server/mail/define-mail.ts'
import type { EnqueueMail, MailToEnqueue } from '#core/server/mail/enqueue-mail.ts'
import type { Mailer } from '#core/server/mail/smtp-mailer.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { Html, html } from '#core/server/platform/html.ts'
import type { Signer } from '#core/server/platform/secrets.ts'
import { isBlocked } from '#core/server/users/account-conditions.ts'
import { usuarios } from '#core/server/users/tables.ts'
import { isProvedAddress, mayBeMailed, provingLink } from '#modules/accounts/server/account-mails.ts'
import type { ResetLinks } from '#modules/accounts/server/sessions.ts'
import { type ColorTheme, type ColorThemes, colorThemes, palette } from '#modules/catalog/color-themes.ts'
import { bottlePicture, type Color, isBuiltIn } from '#modules/catalog/colors.ts'
import { mailOf } from '#modules/lists/mails.ts'
import { orderPath } from '#modules/orders/server/order-links.ts'
import { correos, ordenes } from '#modules/orders/tables.ts'
import { settingsOf, storedSettings } from '#modules/settings/server/read-settings.ts'
import { bankOf, sellerOf } from '#modules/settings/shop-data.ts'

/** SQL condition: neither the address nor the order belongs to a blocked account. */
function isUnblocked({ destinatario, orden_id }: MailToEnqueue): SQL {
	const ofOrder = sql`select ${ordenes.user} from ${ordenes} where ${ordenes.id} = ${orden_id ?? null}`
	const isIts = sql`(${eq(usuarios.email, destinatario)} or ${usuarios.id} = (${ofOrder}))`
	return sql`not exists (select 1 from ${usuarios} where ${and(isIts, isBlocked)})`
}

/**
 * A mail's row, in the order of the table's columns; no row when its account is blocked, or when it is held back, except
 * a mail that staff resend.
 */
function mailRow(id: string, mail: MailToEnqueue): SQL {
	const { clave, plantilla, destinatario, datos, orden_id = null, cambio_id = null } = mail
	const isHeldBack = mailOf(plantilla)?.mayBeHeldBack && !clave.startsWith('reenvio:')
	return sql`select ${id}::uuid, ${clave}, ${plantilla}, ${destinatario}, ${JSON.stringify(datos)}::jsonb, ${orden_id}::uuid, now(), null::timestamptz, ${cambio_id}::uuid
		where ${isHeldBack ? mayBeMailed(destinatario) : sql`true`}
			and ${reachesBlocked(plantilla, orden_id !== null) ? sql`true` : isUnblocked(mail)}`
}

/** Inserts mails with their jobs in the caller's transaction. An unproved address gets few mails about orders, a blocked account few at all. */
export function createEnqueueMail(jobs: Pick<Jobs, 'enqueue'>, newId: () => string): EnqueueMail {
	return async (tx, ...mails) => {
		if (mails.length === 0) return
		const named = mails.map((mail) => ({ id: newId(), mail }))
		const rows = named.map(({ id, mail }) => mailRow(id, mail))
		// The job of a mail that was not inserted finds none.
		const jobsOf = (isLater: boolean) =>
			named.filter(({ mail }) => (mail.cambio_id !== undefined) === isLater).map(({ id }) => ({ correo_id: id }))
		const [now, later] = [jobsOf(false), jobsOf(true)]
		await together(
			() => tx.insert(correos).select(sql.join(rows, sql` union all `)).onConflictDoNothing({ target: correos.clave }),
			() => now.length > 0 && jobs.enqueue(tx, 'enviar_correo', now),
			() => later.length > 0 && jobs.enqueue(tx, 'enviar_correo', later, { startAfterSeconds: settledSeconds }),
		)
	}
}

interface SendMailDeps {
	readonly db: Database
	readonly mailer: Pick<Mailer, 'send'>
	readonly clock: Clock
	readonly signer: Signer
	readonly resetLinks: Pick<ResetLinks, 'linkOf'>
	readonly publicUrl: string
}

/**
 * Sends a stored mail once (job `enviar_correo`); after a crash in between, the second one has the same Message-ID.
 * Throws, to be retried, when it cannot be sent; FromNewerVersion for an unknown template.
 */
export function createSendMail(deps: SendMailDeps): (mailId: string) => Promise<void> {
	const { db, mailer, clock, signer, resetLinks, publicUrl } = deps
	const links = {
		publicUrl,
		signer,
		clock,
		orderLink: (orderId: string) => publicUrl + orderPath({ signer, clock }, orderId, 'mailed'),
		resetLink: resetLinks.linkOf,
		provingLink: (accountId: number) => provingLink({ signer, clock, publicUrl }, accountId),
	}
	return async (mailId) => {
		const [found] = await db
			.select({ row: correos, isProved: isProvedAddress(correos.destinatario), ajustes: storedSettings })
			.from(correos)
			.where(eq(correos.id, mailId))
		// Undone, with the change by staff that it reported.
		if (!found) return
		const { row, isProved, ajustes } = found
		if (row.enviado_at) return
		if (!mailOf(row.plantilla)) throw new FromNewerVersion(`no template ${row.plantilla}`)
		// An order outlives its anonymized customer: later mails about it have no recipient.
		if (row.destinatario !== '') {
			const settings = settingsOf(ajustes)
			const shop: MailShop = {
				...links,
				tienda: sellerOf(settings),
				banco: bankOf(settings),
				pickupStation: settings.retiro_estacion ?? '',
			}
			const rendered = isProved
				? renderTemplate(row.plantilla, row.datos, shop)
				: renderForUnproved(row.plantilla, row.datos, shop)
			await mailer.send({ ...rendered, id: row.id, to: row.destinatario })
		}
		await db
			.update(correos)
			.set({ enviado_at: clock.now() })
			.where(and(eq(correos.id, row.id), isNull(correos.enviado_at)))
	}
}

/** Renders one mail. Throws a ZodError for incomplete data. */
export function renderTemplate(plantilla: MailTemplate, datos: unknown, shop: MailShop): RenderedMail {
	return renderMail(contentOf(plantilla, datos, shop), shop)
}

function contentOf(plantilla: MailTemplate, datos: unknown, shop: MailShop): MailContent {
	const mail = mailOf(plantilla)
	if (!mail) throw new Error(`no template ${plantilla}`)
	return mail.write(datos, shop)
}

const provingText =
	'Si el pedido es tuyo, ábrelo con el botón: así sabremos que este correo te llega. Si no lo hiciste tú, no hagas nada: alguien escribió tu correo por error.'

const orderOfMail = z.looseObject({ orden_id: z.uuid(), direccion: z.string(), direccion_mapa: z.string().default('') })

/** Renders a mail to an unproved address, without typed text. Throws as `renderTemplate` does. */
export function renderForUnproved(plantilla: MailTemplate, datos: unknown, shop: MailShop): RenderedMail {
	const order = orderOfMail.safeParse(datos)
	if (!order.success) return renderTemplate(plantilla, datos, shop)
	const content = contentOf(plantilla, { ...order.data, direccion: order.data.direccion_mapa }, shop)
	if (content.isForStaff) return renderTemplate(plantilla, datos, shop)
	return renderMail({ ...content, foot: provingText }, shop)
}

/** Renders a mail as HTML and as plain text. The subject becomes one line. */
function renderMail(content: MailContent, shop: MailShop): RenderedMail {
	const subject = content.subject.replace(/[\s\p{Cc}]+/gu, ' ').trim()
	const { stop } = content
	return {
		subject,
		text: renderText(content, shop),
		html: String(renderHtml({ ...content, subject }, shop)),
		...(stop && {
			headers: { 'List-Unsubscribe': `<${stop.post}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
		}),
	}
}

function renderText(
	{ title, paragraphs, button, sections, foot, stop, isForStaff }: MailContent,
	{ tienda }: MailShop,
): string {
	const parts = [title.toUpperCase(), ...paragraphs, `${button.label}:\n${button.href}`]
	for (const section of sections) {
		const lines = [...(section.rows ?? []).map(textOfRow), ...(section.paragraphs ?? [])]
		parts.push([section.title.toUpperCase(), ...lines].join('\n'))
	}
	const whatsapp = whatsappAddress(tienda.telefono)
	const seller = [
		`${tienda.razon_social} · RUT ${tienda.rut}`,
		tienda.direccion,
		`${tienda.correo} · ${tienda.telefono}`,
		...(whatsapp && !isForStaff ? [`WhatsApp: ${whatsapp}`] : []),
	]
	const end = [...(foot ? [foot] : []), ...(stop ? [`${stop.label}:\n${stop.href}`] : [])]
	return `${[...parts, ['--', 'Premium Shaker', ...seller].join('\n'), ...end].join('\n\n')}\n`
}

const textOfRow = ({ label, value, note }: MailRow) => `${label}${note ? ` (${note})` : ''}: ${value}`

const font = "font-family:Archivo,'Helvetica Neue',Helvetica,Arial,sans-serif;"
const { paper, line } = palette.light
const ink = `color:${palette.light.ink};`
const muted = `color:${palette.light.muted};`
const heading = `${font}${ink}font-weight:700;letter-spacing:-0.02em;`

/**
 * Renders a mail's HTML with inline styles, as many clients drop style sheets; the sheet has the dark colours only. No
 * tables: unsupported styles fall back to text in the right order.
 */
function renderHtml(content: MailContent & { subject: string }, shop: MailShop): Html {
	const themes = themesOf(content.colors)
	return html`<!doctype html>
<html lang="es-CL">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no">
<title>${content.subject}</title>
<style>${darkSheet(themes)}</style>
</head>
<body class="paper" style="margin:0;padding:0;background-color:${paper};">
<div style="display:none;max-height:0;overflow:hidden;">${content.preview}</div>
<div class="paper" style="background-color:${paper};padding:24px 20px 40px;">
<div lang="es-CL" class="ink" style="max-width:600px;margin:0 auto;${font}${ink}font-size:16px;line-height:1.6;text-align:left;">
${brand(shop)}
${stage(content.colors, themes.light, shop)}
<h1 class="ink" style="${heading}margin:32px 0 16px;font-size:32px;line-height:1.1;">${content.title}</h1>
${content.paragraphs.map((text) => html`<p style="margin:0 0 16px;font-size:17px;">${text}</p>`)}
<p style="margin:28px 0 40px;"><a class="button" href="${content.button.href}" style="display:inline-block;padding:15px 28px;border-radius:999px;background-color:${themes.light.accent};color:${themes.light.onAccent};${font}font-size:16px;font-weight:700;line-height:1.25;text-decoration:none;">${content.button.label}</a></p>
${content.sections.map(sectionOf)}
${footer(shop, content)}
</div>
</div>
</body>
</html>`
}

/** The shop's mark and name with a link to Home. */
function brand({ publicUrl }: MailShop): Html {
	return html`<p style="margin:0 0 20px;"><a class="ink" href="${publicUrl}/" style="${heading}font-size:17px;line-height:24px;text-decoration:none;"><span class="ring" style="display:inline-block;width:9px;height:9px;margin-right:9px;border:3px solid ${palette.light.ink};border-radius:50%;"></span>Premium Shaker</a></p>`
}

/** The bottles on their ground, side by side; more are smaller. */
function stage(colors: readonly Color[], theme: ColorTheme, { publicUrl }: MailShop): Html | undefined {
	if (colors.length === 0) return undefined
	const sidePixels = [230, 180, 150, 130][colors.length - 1] ?? 130
	const widest = `${Math.floor(96 / colors.length)}%`
	const pictures = colors.map(
		(color) =>
			html`<img src="${publicUrl}${bottlePicture(color, '.png')}" alt="${`Premium Shaker ${color.toLowerCase()}`}" width="${sidePixels}" height="${sidePixels}" style="display:inline-block;max-width:${widest};height:auto;border:0;vertical-align:bottom;">`,
	)
	return html`<div class="stage" style="border-radius:24px;padding:28px 0 24px;background-color:${theme.stageFar};background-image:radial-gradient(circle at 50% 42%,${theme.stageNear},${theme.stageFar} 72%);${muted}text-align:center;font-size:14px;">${pictures}</div>`
}

function sectionOf({ title, rows = [], paragraphs = [] }: MailSection): Html {
	return html`<h2 class="ink" style="${heading}margin:0 0 12px;font-size:19px;line-height:1.25;">${title}</h2>
${rows.map(rowOf)}
${paragraphs.map((text) => html`<p class="muted" style="margin:0 0 12px;${muted}">${text}</p>`)}
<div style="height:24px;line-height:24px;">&nbsp;</div>
`
}

/**
 * Label left, value right. A label with a note has its own line above, a long value its own line below. Values may be
 * typed text, so right-to-left characters are isolated.
 */
function rowOf({ label, value: typed, note, isTotal, isLong }: MailRow): Html {
	const value = html`<bdi>${typed}</bdi>`
	const size = isTotal ? 'font-size:20px;font-weight:700;letter-spacing:-0.01em;' : ''
	const left = (text: string | Html, isInk: boolean) =>
		html`<span class="${isInk ? 'ink' : 'muted'}" style="${isInk ? ink : muted}">${text}</span>`
	const right = html`<span class="ink" style="float:right;padding-left:16px;${ink}font-variant-numeric:tabular-nums;">${value}</span>`
	const below = (text: Html, pixels = 16) =>
		html`<div style="clear:both;font-size:${pixels}px;line-height:1.4;">${text}</div>`
	const small = (text: string) =>
		html`<span class="muted" style="${muted}font-size:14px;font-weight:400;letter-spacing:0;">${text}</span>`
	let row = html`${left(label, isTotal === true)} ${right}`
	if (isLong) row = html`${small(label)}${below(left(value, true))}`
	else if (note && isTotal) row = html`${row}${below(small(note), 14)}`
	else if (note) row = html`${left(label, true)}${below(html`${small(note)} ${right}`)}`
	return html`<div class="line" style="padding:11px 0;border-top:1px solid ${line};overflow:hidden;${size}">${row}</div>`
}

/** The seller's data, as the law requires. */
function footer({ publicUrl, tienda }: MailShop, { isForStaff, foot, stop }: MailContent): Html {
	const link = (href: string, text: string) =>
		html`<a class="muted" href="${href}" style="${muted}text-decoration:underline;">${text}</a>`
	const whatsapp = whatsappAddress(tienda.telefono)
	const contact = isForStaff
		? html`Aviso para el equipo de Premium Shaker.`
		: html`¿Dudas? Escríbenos a ${link(`mailto:${tienda.correo}`, tienda.correo)} o llámanos al ${tienda.telefono}${whatsapp && html`, también por ${link(whatsapp, 'WhatsApp')}`}.`
	return html`<div class="line muted" style="border-top:1px solid ${line};padding-top:20px;${muted}font-size:14px;line-height:1.6;">
<p style="margin:0 0 8px;">${contact}</p>
<p style="margin:0;">${tienda.razon_social} · RUT ${tienda.rut} · ${tienda.direccion}<br>${link(`${publicUrl}/#politicas`, 'Políticas de la tienda')}</p>
${foot && html`<p style="margin:16px 0 0;font-size:12px;line-height:1.5;">${foot}</p>`}
${stop && html`<p style="margin:16px 0 0;">${link(stop.href, stop.label)}</p>`}
</div>`
}

/** The theme of the only bottle; ink for none, several, or a colour added by staff. */
function themesOf(colors: readonly Color[]): ColorThemes {
	const [color] = colors
	return colorThemes[colors.length === 1 && isBuiltIn(color) ? color : 'Blanco']
}

/** The dark style sheet. Written from constants alone. */
function darkSheet({ dark }: ColorThemes): Html {
	const { paper, ink, muted, line } = palette.dark
	return new Html(
		[
			':root{color-scheme:light dark;supported-color-schemes:light dark}',
			'@media (prefers-color-scheme:dark){',
			`.paper{background-color:${paper}!important}`,
			`.ink{color:${ink}!important}`,
			`.muted{color:${muted}!important}`,
			`.ring{border-color:${ink}!important}`,
			`.line{border-color:${line}!important}`,
			`.stage{background-color:${dark.stageFar}!important;background-image:radial-gradient(circle at 50% 42%,${dark.stageNear},${dark.stageFar} 72%)!important;color:${ink}!important}`,
			`.button{background-color:${dark.accent}!important;color:${dark.onAccent}!important}`,
			'}',
		].join(''),
	)
}
