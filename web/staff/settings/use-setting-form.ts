import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffSetting } from '#contract/staff/settings.ts'
import type { SettingValue } from '#domain/settings/setting-kinds.ts'
import { settingTexts } from '#domain/settings/setting-text.ts'
import { isSettingKey, type SettingKey } from '#domain/settings/settings.ts'
import type { ApiAnswer } from '#web/session/api.ts'
import { callWithIdentity } from '#web/session/identity-request.ts'
import { actProblem } from '#web/staff/act.ts'
import { announce } from '#web/staff/announcer.tsx'
import { panelKey } from '#web/staff/panel-key.ts'
import { draftOf, readDraft } from '#web/staff/settings/setting-draft.ts'
import {
	finishSettingDraft,
	rebaseSettingDraft,
	type SettingDrafts,
	useSettingDrafts,
	writeSettingDraft,
} from '#web/staff/settings/setting-drafts.ts'
import { settingValueText } from '#web/staff/settings/setting-value-text.ts'

/** A setting to be set, on the version of it that was seen. */
export interface SettingChange {
	readonly clave: SettingKey
	readonly valor: SettingValue
	readonly version: number
}

/** Why settings were not saved. `clave`: the one that it is about, where it is about one. */
export interface SettingTrouble {
	readonly clave: SettingKey | undefined
	readonly text: string
}

type Refusal = Extract<ApiAnswer<unknown>, { ok: false }>

/** What is typed of some settings as what they would be set to, or the first thing that is wrong with it. */
function readDrafts(settings: readonly StaffSetting[], drafts: SettingDrafts): SettingChange[] | SettingTrouble {
	const changes: SettingChange[] = []
	for (const { clave } of settings) {
		const draft = drafts.get(clave)
		if (!draft) continue
		const read = readDraft(clave, draft.typed)
		if ('problem' in read) return { clave, text: read.problem }
		changes.push({ clave, valor: read.value, version: draft.version })
	}
	return changes
}

/** What a refusal says, and of which setting. After one about another version the next try is meant on top of that. */
function troubleOf(answer: Refusal): SettingTrouble {
	const { campo, actual } = answer.extra
	if (answer.code === 'version_distinta') {
		const { clave, valor, version } = actual as StaffSetting
		rebaseSettingDraft(clave, version)
		const now = settingValueText(clave, valor)
		return {
			clave,
			text: `Otra persona lo cambió mientras escribías: ahora dice «${now}». Guarda otra vez para dejar lo tuyo.`,
		}
	}
	const clave = typeof campo === 'string' && isSettingKey(campo) ? campo : undefined
	return { clave, text: actProblem(answer, 'Intenta nuevamente.') }
}

/** Sets settings at once. Where that needs a fresh proof of identity, the person is asked for it. */
function useSaveSettings() {
	const client = useQueryClient()
	const [trouble, tell] = useState<SettingTrouble>()
	const call = useMutation({
		mutationFn: (cambios: readonly SettingChange[]) =>
			callWithIdentity<{ results: StaffSetting[] }>('/api/admin_ajustes/', { method: 'PUT', body: { cambios } }),
	})
	async function save(changes: readonly SettingChange[]): Promise<StaffSetting[] | undefined> {
		if (call.isPending) return undefined
		tell(undefined)
		const answer = await call.mutateAsync(changes)
		if (answer.ok) announce(`${changes.map(({ clave }) => settingTexts[clave].name).join(', ')}: guardado`)
		else {
			console.error(
				'settings were not changed',
				changes.map(({ clave }) => clave),
				answer.status,
				answer.code,
			)
			tell(troubleOf(answer))
		}
		// Also after a refusal: somebody else may have changed them.
		await client.invalidateQueries({ queryKey: panelKey })
		return answer.ok ? answer.data.results : undefined
	}
	return { save, isBusy: call.isPending, trouble, tell }
}

/** What is typed of settings that are saved together, and saving it. */
export function useSettingForm(settings: readonly StaffSetting[]) {
	const drafts = useSettingDrafts()
	const { save: send, isBusy, trouble, tell } = useSaveSettings()
	const typed = readDrafts(settings, drafts)
	const stored = ({ clave, valor }: StaffSetting) => draftOf(clave, valor)

	async function save(): Promise<boolean> {
		if (!Array.isArray(typed)) {
			tell(typed)
			return false
		}
		const results = await send(typed)
		for (const { clave, version } of results ?? []) finishSettingDraft(clave, drafts.get(clave)?.typed ?? '', version)
		return results !== undefined
	}
	function write(setting: StaffSetting, next: string): void {
		const version = drafts.get(setting.clave)?.version ?? setting.version
		writeSettingDraft(setting.clave, next === stored(setting) ? undefined : { typed: next, version })
		tell(undefined)
	}
	function undo(): void {
		for (const { clave } of settings) writeSettingDraft(clave, undefined)
		tell(undefined)
	}
	return {
		isBusy,
		trouble,
		tell,
		save,
		write,
		undo,
		typed,
		isChanged: settings.some(({ clave }) => drafts.has(clave)),
		isChangedOf: ({ clave }: StaffSetting) => drafts.has(clave),
		draftOf: (setting: StaffSetting) => drafts.get(setting.clave)?.typed ?? stored(setting),
		/** Sets one of them to what it was once. */
		restore: async ({ clave, version }: StaffSetting, valor: SettingValue) =>
			(await send([{ clave, valor, version }])) !== undefined,
	}
}
