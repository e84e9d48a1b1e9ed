import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { announce, panelKey } from '#core/web/panel/panel-parts.tsx'
import { callWithIdentity } from '#core/web/session/identity-request.ts'
import { Button } from '#core/web/ui/buttons.tsx'
import { Icon } from '#core/web/ui/parts.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { changeSettings } from '#modules/settings/endpoints.ts'
import type { SettingValue } from '#modules/settings/setting-kinds.ts'
import { type SettingKey, settingHelp, settingLabel, shownOn } from '#modules/settings/settings.ts'
import type { StaffSetting } from '#modules/settings/shapes.ts'
import {
	readDrafts,
	type SettingChange,
	type SettingTrouble,
	troubleOf,
} from '#modules/settings/web/setting-changes.ts'
import { SettingControl } from '#modules/settings/web/setting-control.tsx'
import {
	draftOf,
	finishSettingDraft,
	useSettingDrafts,
	writeSettingDraft,
} from '#modules/settings/web/setting-draft.ts'
import { SettingHistory } from '#modules/settings/web/setting-history.tsx'
import { SettingPreview } from '#modules/settings/web/setting-preview.tsx'

/** Returns the hint of a setting: effect, place, and why it is read-only. */
function hintOf({ clave, fijo, editable }: StaffSetting): string {
	const { help, seen } = settingHelp(clave)
	const about = help === '' ? seen : `${help} ${seen}`
	if (fijo) return `${about} Lo fija la configuración del servidor.`
	return editable ? about : `${about} Solo un superusuario puede cambiarlo.`
}

interface FormActionsProps {
	readonly name: string
	readonly isBusy: boolean
	readonly onUndo: () => void
	/** Opens a preview; undefined for settings without one. */
	readonly onPreview: (() => void) | undefined
}

/** Buttons to save, preview or discard the drafts. */
function FormActions({ name, isBusy, onUndo, onPreview }: FormActionsProps) {
	return (
		<div className="setting-ways row tight">
			<Button type="submit" isBusy={isBusy}>
				Guardar<span className="visually-hidden">{` ${name}`}</span>
			</Button>
			{onPreview && (
				<Button look="outline" onClick={onPreview}>
					Ver cómo queda<span className="visually-hidden">{` ${name}`}</span>
				</Button>
			)}
			<Button look="outline" onClick={onUndo}>
				Deshacer<span className="visually-hidden">{` ${name}`}</span>
			</Button>
		</div>
	)
}

/** The open dialog: the history of a setting, or a preview of changes. */
type Opened = { readonly history: SettingKey } | { readonly preview: readonly SettingChange[] }

interface SettingFormProps {
	/** Name of the group, or of the only setting. */
	readonly title: string
	readonly settings: readonly StaffSetting[]
}

interface OverlayProps extends SettingFormProps {
	readonly opened: Opened | undefined
	readonly form: ReturnType<typeof useSettingForm>
	readonly onSaved: () => void
	readonly onClose: () => void
}

function Overlay({ opened, title, settings, form, onSaved, onClose }: OverlayProps) {
	const { isBusy, trouble, restore, save, write } = form
	const common = { isBusy, problem: trouble?.text, onClose }
	const closeWhen = async (isDone: Promise<boolean>) => {
		if (!(await isDone)) return
		onSaved()
		onClose()
	}
	if (!opened) return null
	if ('preview' in opened) {
		const onSave = () => void closeWhen(save())
		return <SettingPreview {...common} title={title} changes={opened.preview} onSave={onSave} />
	}
	const setting = settings.find(({ clave }) => clave === opened.history)
	if (!setting) return null
	const isAlone = settings.length === 1
	function goBack(one: StaffSetting, value: SettingValue): void {
		if (isAlone) return void closeWhen(restore(one, value))
		// Settings of a group are valid only together, such as an account number and its bank.
		write(one, draftOf(one.clave, value))
		onClose()
	}
	return (
		<SettingHistory
			{...common}
			setting={setting}
			savedWith={isAlone ? undefined : title}
			onRestore={(value) => goBack(setting, value)}
		/>
	)
}

interface FormEndProps {
	readonly title: string
	readonly form: ReturnType<typeof useSettingForm>
	readonly isSaved: boolean
	readonly onPreview: (() => void) | undefined
}

/** The buttons for unsaved drafts, replaced by a confirmation after the save. */
function FormEnd({ title, form, isSaved, onPreview }: FormEndProps) {
	if (form.isChanged) return <FormActions name={title} isBusy={form.isBusy} onUndo={form.undo} onPreview={onPreview} />
	if (!isSaved) return null
	return (
		<p className="setting-ways row tight setting-saved">
			<Icon name="check" /> <span>Guardado</span>
		</p>
	)
}

/** A form for settings that are saved together. */
export function SettingForm({ title, settings }: SettingFormProps) {
	const [opened, setOpened] = useState<Opened>()
	const [isSaved, setSaved] = useState(false)
	const element = useRef<HTMLFormElement>(null)
	const form = useSettingForm(settings)
	const { trouble, typed, setTrouble, save } = form
	const wrong = trouble?.clave
	useEffect(() => {
		if (wrong) element.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
	}, [wrong])
	const close = () => {
		setOpened(undefined)
		setTrouble(undefined)
	}
	const isSeen = settings.some((setting) => form.isChangedOf(setting) && shownOn(setting.clave))
	const preview = () => (Array.isArray(typed) ? setOpened({ preview: typed }) : setTrouble(typed))
	async function onSubmit(event: FormEvent): Promise<void> {
		event.preventDefault()
		setSaved(await save())
	}
	return (
		<div className={settings.length === 1 ? 'setting' : 'setting setting-many'}>
			<form ref={element} className="setting-form" noValidate onSubmit={(event) => void onSubmit(event)}>
				{settings.map((setting) => (
					<div key={setting.clave} className="setting-one">
						<SettingControl
							clave={setting.clave}
							draft={form.draftOf(setting)}
							hint={hintOf(setting)}
							error={!opened && wrong === setting.clave ? trouble?.text : undefined}
							disabled={!setting.editable}
							onDraft={(next) => {
								setSaved(false)
								form.write(setting, next)
							}}
						/>
						{!form.isChangedOf(setting) && setting.version > 1 && (
							<button type="button" className="link setting-past" onClick={() => setOpened({ history: setting.clave })}>
								Historial<span className="visually-hidden">{` de ${settingLabel(setting.clave)}`}</span>
							</button>
						)}
					</div>
				))}
				{trouble && !wrong && !opened && <Alert>{trouble.text}</Alert>}
				<FormEnd title={title} form={form} isSaved={isSaved} onPreview={isSeen ? preview : undefined} />
			</form>
			<Overlay
				opened={opened}
				title={title}
				settings={settings}
				form={form}
				onSaved={() => setSaved(true)}
				onClose={close}
			/>
		</div>
	)
}

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
function useSettingForm(settings: readonly StaffSetting[]) {
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
