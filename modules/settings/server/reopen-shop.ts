import { dayIn } from '#core/rules/calendar-days.ts'
import type { Database } from '#core/server/db/database.ts'
import type { MailContext } from '#core/server/mail/enqueue-mail.ts'
import type { Clock } from '#core/server/platform/clock.ts'
import { changeSettings } from '#modules/settings/server/change-setting.ts'
import { readSettings } from '#modules/settings/server/read-settings.ts'

/** Reopens a closed shop on the owner's day, so that pages change in its first minute. */
export async function reopenShop(
	context: MailContext & { readonly db: Database; readonly clock: Clock },
): Promise<void> {
	const { tienda_cerrada, cierre_vuelta } = await readSettings(context.db)
	if (!tienda_cerrada || cierre_vuelta === null || dayIn(context.clock.now()) < cierre_vuelta) return
	await changeSettings(context, null, [
		{ clave: 'tienda_cerrada', valor: false, version: undefined },
		{ clave: 'cierre_vuelta', valor: null, version: undefined },
	])
}
