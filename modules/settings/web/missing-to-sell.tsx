import { Alert } from '#core/web/ui/screen-parts.tsx'
import { neededToSell, settingLabel } from '#modules/settings/settings.ts'
import type { StaffSetting } from '#modules/settings/shapes/settings.ts'

/** Lists the settings that are missing for the first sale. Renders nothing when they are complete. */
export function MissingToSell({ settings }: { settings: readonly StaffSetting[] }) {
	const missing = neededToSell.filter((key) => settings.find(({ clave }) => clave === key)?.valor === null)
	if (missing.length === 0) return null
	return (
		<Alert tone="warn">{`Nadie puede comprar todavía. Falta: ${missing.map((key) => settingLabel(key)).join(', ')}.`}</Alert>
	)
}
