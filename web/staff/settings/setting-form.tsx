import { type FormEvent, useState } from 'react'
import type { StaffSetting } from '#contract/staff/settings.ts'
import { settingTexts } from '#domain/settings/setting-text.ts'
import { SettingControl } from '#web/staff/settings/setting-control.tsx'
import { draftOf, readDraft } from '#web/staff/settings/setting-draft.ts'
import { SettingHistory } from '#web/staff/settings/setting-history.tsx'
import { useChangeSetting } from '#web/staff/settings/use-change-setting.ts'
import { Button } from '#web/ui/button.tsx'

/** What stands under a setting: what it does, and why it cannot be changed here. */
function hintOf({ clave, fijo, editable }: StaffSetting): string {
	const { help } = settingTexts[clave]
	if (fijo) return `${help} Lo fija la configuración del servidor.`
	return editable ? help : `${help} Solo un superusuario puede cambiarlo.`
}

/** Keeps what was typed, or takes it back. */
function Ways({ name, isBusy, onUndo }: { name: string; isBusy: boolean; onUndo: () => void }) {
	return (
		<div className="setting-ways">
			<Button type="submit" isBusy={isBusy}>
				Guardar<span className="sr-only"> {name}</span>
			</Button>
			<Button look="outline" onClick={onUndo}>
				Deshacer<span className="sr-only"> {name}</span>
			</Button>
		</div>
	)
}

/** One setting, saved by itself. */
export function SettingForm({ setting }: { setting: StaffSetting }) {
	const { clave, valor, editable } = setting
	const { name } = settingTexts[clave]
	const stored = draftOf(clave, valor)
	const [draft, setDraft] = useState<string>()
	const [isHistoryOpen, setHistoryOpen] = useState(false)
	const { change, isBusy, problem, tell } = useChangeSetting(setting)
	const isChanged = draft !== undefined && draft !== stored

	async function save(event: FormEvent): Promise<void> {
		event.preventDefault()
		const read = readDraft(clave, draft ?? stored)
		if ('problem' in read) return tell(read.problem)
		if (await change(read.value)) setDraft(undefined)
	}
	function write(next: string | undefined): void {
		setDraft(next)
		tell(undefined)
	}
	return (
		<div className="setting">
			<form className="setting-form" noValidate onSubmit={(event) => void save(event)}>
				<SettingControl
					clave={clave}
					draft={draft ?? stored}
					hint={hintOf(setting)}
					error={isHistoryOpen ? undefined : problem}
					disabled={!editable}
					onDraft={write}
				/>
				{isChanged && <Ways name={name} isBusy={isBusy} onUndo={() => write(undefined)} />}
				{!isChanged && setting.version > 1 && (
					<button type="button" className="link setting-past" onClick={() => setHistoryOpen(true)}>
						Historial<span className="sr-only"> de {name}</span>
					</button>
				)}
			</form>
			{isHistoryOpen && (
				<SettingHistory
					setting={setting}
					isBusy={isBusy}
					problem={problem}
					onRestore={async (value) => {
						if (await change(value)) setHistoryOpen(false)
					}}
					onClose={() => {
						setHistoryOpen(false)
						tell(undefined)
					}}
				/>
			)}
		</div>
	)
}
