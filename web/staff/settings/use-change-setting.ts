import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { StaffSetting } from '#contract/staff/settings.ts'
import type { SettingValue } from '#domain/settings/setting-kinds.ts'
import { settingTexts } from '#domain/settings/setting-text.ts'
import { callApi } from '#web/session/api.ts'
import { actProblem } from '#web/staff/act.ts'
import { announce } from '#web/staff/announcer.tsx'
import { panelKey } from '#web/staff/panel-key.ts'

/** Sets one setting, on the version that is shown. True when it was done; else `problem` says why not. */
export function useChangeSetting({ clave, version }: StaffSetting) {
	const client = useQueryClient()
	const [problem, setProblem] = useState<string>()

	const save = useMutation({
		mutationFn: (valor: SettingValue) =>
			callApi<StaffSetting>(`/api/admin_ajustes/${clave}/`, {
				method: 'PUT',
				auth: true,
				headers: { 'if-match': `"${version}"` },
				body: { valor },
			}),
	})

	async function change(valor: SettingValue): Promise<boolean> {
		if (save.isPending) return false
		setProblem(undefined)
		const answer = await save.mutateAsync(valor)
		if (!answer.ok) {
			console.error('a setting was not changed', clave, answer.status, answer.code)
			setProblem(actProblem(answer, 'Intenta nuevamente.'))
		} else announce(`${settingTexts[clave].name}: guardado`)
		// Also after a refusal: somebody else may have changed it.
		await client.invalidateQueries({ queryKey: panelKey })
		return answer.ok
	}
	return { change, isBusy: save.isPending, problem, tell: setProblem }
}
