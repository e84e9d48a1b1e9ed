import { type FormEvent, useState } from 'react'
import type { StaffSetting } from '#contract/staff/settings.ts'
import { settingTexts } from '#domain/settings/setting-text.ts'
import { shownOn } from '#domain/settings/shown-on.ts'
import { SettingControl } from '#web/staff/settings/setting-control.tsx'
import { draftOf, readDraft } from '#web/staff/settings/setting-draft.ts'
import { SettingHistory } from '#web/staff/settings/setting-history.tsx'
import { SettingPreview } from '#web/staff/settings/setting-preview.tsx'
import { useChangeSetting } from '#web/staff/settings/use-change-setting.ts'
import { Button } from '#web/ui/button.tsx'

/** What stands under a setting: what it does, and why it cannot be changed here. */
function hintOf({ clave, fijo, editable }: StaffSetting): string {
	const { help } = settingTexts[clave]
	if (fijo) return `${help} Lo fija la configuración del servidor.`
	return editable ? help : `${help} Solo un superusuario puede cambiarlo.`
}

interface WaysProps {
	readonly name: string
	readonly isBusy: boolean
	readonly onUndo: () => void
	/** Shows the page as it would be; undefined for what no page shows. */
	readonly onLook: (() => void) | undefined
}

/** Keeps what was typed, looks at it first, or takes it back. */
function Ways({ name, isBusy, onUndo, onLook }: WaysProps) {
	return (
		<div className="setting-ways">
			<Button type="submit" isBusy={isBusy}>
				Guardar<span className="sr-only"> {name}</span>
			</Button>
			{onLook && (
				<Button look="outline" onClick={onLook}>
					Ver cómo queda<span className="sr-only"> {name}</span>
				</Button>
			)}
			<Button look="outline" onClick={onUndo}>
				Deshacer<span className="sr-only"> {name}</span>
			</Button>
		</div>
	)
}

type Opened = 'history' | 'preview'

/** What is typed of a setting, and saving it. */
function useSettingDraft(setting: StaffSetting) {
	const { clave, valor } = setting
	const stored = draftOf(clave, valor)
	const [typed, setTyped] = useState<string>()
	const saving = useChangeSetting(setting)
	const read = readDraft(clave, typed ?? stored)
	async function save(): Promise<boolean> {
		if ('problem' in read) {
			saving.tell(read.problem)
			return false
		}
		const isDone = await saving.change(read.value)
		if (isDone) setTyped(undefined)
		return isDone
	}
	function write(next: string | undefined): void {
		setTyped(next)
		saving.tell(undefined)
	}
	const isChanged = typed !== undefined && typed !== stored
	return { ...saving, draft: typed ?? stored, isChanged, read, save, write }
}

interface OverlayProps {
	readonly opened: Opened | undefined
	readonly setting: StaffSetting
	readonly draft: ReturnType<typeof useSettingDraft>
	readonly onClose: () => void
}

/** What lies over the setting that is open: its history, or the page as it would be. */
function Overlay({ opened, setting, draft, onClose }: OverlayProps) {
	const { read, isBusy, problem, change, save } = draft
	const closeWhen = async (isDone: Promise<boolean>) => {
		if (await isDone) onClose()
	}
	const common = { isBusy, problem, onClose }
	if (opened === 'history')
		return <SettingHistory {...common} setting={setting} onRestore={(value) => void closeWhen(change(value))} />
	if (opened !== 'preview' || 'problem' in read) return null
	return <SettingPreview {...common} clave={setting.clave} value={read.value} onSave={() => void closeWhen(save())} />
}

/** One setting, saved by itself. */
export function SettingForm({ setting }: { setting: StaffSetting }) {
	const { clave, editable, version } = setting
	const { name } = settingTexts[clave]
	const [opened, setOpened] = useState<Opened>()
	const draft = useSettingDraft(setting)
	const { isChanged, read, isBusy, problem, tell, save, write } = draft
	const close = () => {
		setOpened(undefined)
		tell(undefined)
	}
	const look = () => ('problem' in read ? tell(read.problem) : setOpened('preview'))
	async function onSubmit(event: FormEvent): Promise<void> {
		event.preventDefault()
		await save()
	}
	return (
		<div className="setting">
			<form className="setting-form" noValidate onSubmit={(event) => void onSubmit(event)}>
				<SettingControl
					clave={clave}
					draft={draft.draft}
					hint={hintOf(setting)}
					error={opened ? undefined : problem}
					disabled={!editable}
					onDraft={write}
				/>
				{isChanged && (
					<Ways name={name} isBusy={isBusy} onUndo={() => write(undefined)} onLook={shownOn(clave) && look} />
				)}
				{!isChanged && version > 1 && (
					<button type="button" className="link setting-past" onClick={() => setOpened('history')}>
						Historial<span className="sr-only"> de {name}</span>
					</button>
				)}
			</form>
			<Overlay opened={opened} setting={setting} draft={draft} onClose={close} />
		</div>
	)
}
