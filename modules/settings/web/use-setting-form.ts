import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { announce, panelKey } from '#core/web/panel/panel-parts.tsx'
import { callWithIdentity } from '#core/web/session/identity-request.ts'
import { changeSettings } from '#modules/settings/endpoints.ts'
import type { SettingValue } from '#modules/settings/setting-kinds.ts'
import { settingLabel } from '#modules/settings/settings.ts'
import type { StaffSetting } from '#modules/settings/shapes/settings.ts'
import {
	readDrafts,
	type SettingChange,
	type SettingTrouble,
	troubleOf,
} from '#modules/settings/web/setting-changes.ts'
import { draftOf } from '#modules/settings/web/setting-draft.ts'
import { finishSettingDraft, useSettingDrafts, writeSettingDraft } from '#modules/settings/web/setting-drafts.ts'

/** Saves settings in one request, with a fresh proof of identity where the server requires it. */
function useSaveSettings() {
	const client = useQueryClient()
	const [trouble, setTrouble] = useState<SettingTrouble>()
	const call = useMutation({
		mutationFn: (cambios: readonly SettingChange[]) => callWithIdentity(changeSettings, { body: { cambios } }),
	})
	async function save(changes: readonly SettingChange[]): Promise<StaffSetting[] | undefined> {
		if (call.isPending) return undefined
		setTrouble(undefined)
		const answer = await call.mutateAsync(changes)
		if (answer.ok) announce(`${changes.map(({ clave }) => settingLabel(clave)).join(', ')}: guardado`)
		else {
			console.error(
				'settings were not changed',
				changes.map(({ clave }) => clave),
				answer.status,
				answer.code,
			)
			setTrouble(troubleOf(answer))
		}
		// Also after a rejection, because of possible concurrent changes.
		await client.invalidateQueries({ queryKey: panelKey })
		return answer.ok ? answer.data.results : undefined
	}
	return { save, isBusy: call.isPending, trouble, setTrouble }
}

/** Drafts of settings that are saved together, and their actions. */
export function useSettingForm(settings: readonly StaffSetting[]) {
	const drafts = useSettingDrafts()
	const { save: send, isBusy, trouble, setTrouble } = useSaveSettings()
	const typed = readDrafts(settings, drafts)
	const stored = ({ clave, valor }: StaffSetting) => draftOf(clave, valor)

	async function save(): Promise<boolean> {
		if (!Array.isArray(typed)) {
			setTrouble(typed)
			return false
		}
		const results = await send(typed)
		for (const { clave, version } of results ?? []) finishSettingDraft(clave, drafts.get(clave)?.typed ?? '', version)
		return results !== undefined
	}
	function write(setting: StaffSetting, next: string): void {
		const version = drafts.get(setting.clave)?.version ?? setting.version
		writeSettingDraft(setting.clave, next === stored(setting) ? undefined : { typed: next, version })
		setTrouble(undefined)
	}
	function undo(): void {
		for (const { clave } of settings) writeSettingDraft(clave, undefined)
		setTrouble(undefined)
	}
	return {
		isBusy,
		trouble,
		setTrouble,
		save,
		write,
		undo,
		typed,
		isChanged: settings.some(({ clave }) => drafts.has(clave)),
		isChangedOf: ({ clave }: StaffSetting) => drafts.has(clave),
		draftOf: (setting: StaffSetting) => drafts.get(setting.clave)?.typed ?? stored(setting),
		/** Saves an earlier value of one setting. */
		restore: async ({ clave, version }: StaffSetting, valor: SettingValue) =>
			(await send([{ clave, valor, version }])) !== undefined,
	}
}
