import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, Suspense, useEffect, useRef, useState } from 'react'
import { actProblem } from '#core/web/panel/act.ts'
import { announce, panelKey } from '#core/web/panel/panel-parts.tsx'
import { call } from '#core/web/session/api.ts'
import { callWithIdentity } from '#core/web/session/identity-request.ts'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { Button } from '#core/web/ui/buttons.tsx'
import { ActionDialog } from '#core/web/ui/dialogs.tsx'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { Icon, Skeleton } from '#core/web/ui/parts.tsx'
import { Alert, LoadFailed } from '#core/web/ui/screen-parts.tsx'
import { PreviewedPart } from '#modules/lists/web/setting-preview.ts'
import { changeSettings, listSettingVersions, previewSettings } from '#modules/settings/endpoints.ts'
import type { SettingValue } from '#modules/settings/setting-kinds.ts'
import { type SettingKey, settingHelp, settingLabel, shownOn } from '#modules/settings/settings.ts'
import type { StaffSetting } from '#modules/settings/shapes.ts'
import { SettingControl } from '#modules/settings/web/setting-control.tsx'
import {
	draftOf,
	finishSettingDraft,
	readDrafts,
	type SettingChange,
	type SettingTrouble,
	settingValueText,
	troubleOf,
	useSettingDrafts,
	writeSettingDraft,
} from '#modules/settings/web/setting-draft.ts'

/** A setting's effect, its place, and why it is read-only. */
function hintOf({ clave, fijo, editable }: StaffSetting): string {
	const { help, seen } = settingHelp(clave)
	const about = help === '' ? seen : `${help} ${seen}`
	if (fijo) return `${about} Lo fija la configuración del servidor.`
	return editable ? about : `${about} Solo un superusuario puede cambiarlo.`
}

interface SettingFormProps {
	/** Name of the group, or of the only setting. */
	readonly title: string
	readonly settings: readonly StaffSetting[]
}

/** A form for settings that are saved together, with the history of each and a preview of the changes. */
export function SettingForm({ title, settings }: SettingFormProps) {
	const [opened, setOpened] = useState<{ history: SettingKey } | { preview: readonly SettingChange[] }>()
	const [isSaved, setSaved] = useState(false)
	const element = useRef<HTMLFormElement>(null)
	const { drafts, typed, trouble, setTrouble, isBusy, send, save, write } = useSettingForm(settings)
	const wrong = trouble?.clave
	useEffect(() => {
		if (wrong) element.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
	}, [wrong])

	const isAlone = settings.length === 1
	const changed = settings.filter(({ clave }) => drafts.has(clave))
	const inHistory = opened && 'history' in opened && settings.find(({ clave }) => clave === opened.history)
	const titleOfButton = <span className="visually-hidden">{` ${title}`}</span>
	function close(): void {
		setOpened(undefined)
		setTrouble(undefined)
	}
	async function closeWhen(isDone: Promise<boolean>): Promise<void> {
		if (!(await isDone)) return
		setSaved(true)
		close()
	}
	async function onSubmit(event: FormEvent): Promise<void> {
		event.preventDefault()
		setSaved(await save())
	}
	function undo(): void {
		for (const { clave } of settings) writeSettingDraft(clave, undefined)
		setTrouble(undefined)
	}
	function restore(setting: StaffSetting, valor: SettingValue): void {
		const { clave, version } = setting
		if (isAlone) return void closeWhen(send([{ clave, valor, version }]).then((results) => results !== undefined))
		// Settings of a group are valid only together, such as an account number and its bank.
		write(setting, draftOf(clave, valor))
		close()
	}
	const dialog = { isBusy, problem: trouble?.text, onClose: close }
	return (
		<div className={isAlone ? 'setting' : 'setting setting-many'}>
			<form ref={element} className="setting-form" noValidate onSubmit={(event) => void onSubmit(event)}>
				{settings.map((setting) => (
					<div key={setting.clave} className="setting-one">
						<SettingControl
							clave={setting.clave}
							draft={drafts.get(setting.clave)?.typed ?? draftOf(setting.clave, setting.valor)}
							hint={hintOf(setting)}
							error={!opened && wrong === setting.clave ? trouble?.text : undefined}
							disabled={!setting.editable}
							onDraft={(next) => {
								setSaved(false)
								write(setting, next)
							}}
						/>
						{!drafts.has(setting.clave) && setting.version > 1 && (
							<button type="button" className="link setting-past" onClick={() => setOpened({ history: setting.clave })}>
								Historial<span className="visually-hidden">{` de ${settingLabel(setting.clave)}`}</span>
							</button>
						)}
					</div>
				))}
				{trouble && !wrong && !opened && <Alert>{trouble.text}</Alert>}
				{changed.length > 0 && (
					<div className="setting-ways row tight">
						<Button type="submit" isBusy={isBusy}>
							Guardar{titleOfButton}
						</Button>
						{changed.some(({ clave }) => shownOn(clave)) && (
							<Button
								look="outline"
								onClick={() => (Array.isArray(typed) ? setOpened({ preview: typed }) : setTrouble(typed))}
							>
								Ver cómo queda{titleOfButton}
							</Button>
						)}
						<Button look="outline" onClick={undo}>
							Deshacer{titleOfButton}
						</Button>
					</div>
				)}
				{changed.length === 0 && isSaved && (
					<p className="setting-ways row tight setting-saved">
						<Icon name="check" /> <span>Guardado</span>
					</p>
				)}
			</form>
			{opened && 'preview' in opened && (
				<SettingPreview {...dialog} title={title} changes={opened.preview} onSave={() => void closeWhen(save())} />
			)}
			{inHistory && (
				<SettingHistory
					{...dialog}
					setting={inHistory}
					savedWith={isAlone ? undefined : title}
					onRestore={(value) => restore(inHistory, value)}
				/>
			)}
		</div>
	)
}

/** Drafts of settings that are saved together in one request, with a fresh proof of identity where the server requires it. */
function useSettingForm(settings: readonly StaffSetting[]) {
	const client = useQueryClient()
	const drafts = useSettingDrafts()
	const [trouble, setTrouble] = useState<SettingTrouble>()
	const saving = useMutation({
		mutationFn: (cambios: readonly SettingChange[]) => callWithIdentity(changeSettings, { body: { cambios } }),
	})
	const typed = readDrafts(settings, drafts)

	async function send(changes: readonly SettingChange[]): Promise<StaffSetting[] | undefined> {
		if (saving.isPending) return undefined
		setTrouble(undefined)
		const answer = await saving.mutateAsync(changes)
		const keys = changes.map(({ clave }) => clave)
		if (answer.ok) announce(`${keys.map(settingLabel).join(', ')}: guardado`)
		else {
			console.error('settings were not changed', keys, answer.status, answer.code)
			setTrouble(troubleOf(answer))
		}
		// Also after a rejection, because of possible concurrent changes.
		await client.invalidateQueries({ queryKey: panelKey })
		return answer.ok ? answer.data.results : undefined
	}
	async function save(): Promise<boolean> {
		if (!Array.isArray(typed)) {
			setTrouble(typed)
			return false
		}
		const results = await send(typed)
		for (const { clave, version } of results ?? []) finishSettingDraft(clave, drafts.get(clave)?.typed ?? '', version)
		return results !== undefined
	}
	function write({ clave, valor, version }: StaffSetting, next: string): void {
		const draft = { typed: next, version: drafts.get(clave)?.version ?? version }
		writeSettingDraft(clave, next === draftOf(clave, valor) ? undefined : draft)
		setTrouble(undefined)
	}
	return { drafts, typed, trouble, setTrouble, isBusy: saving.isPending, send, save, write }
}

interface DialogProps {
	readonly isBusy: boolean
	readonly problem: string | undefined
	readonly onClose: () => void
}

interface SettingHistoryProps extends DialogProps {
	readonly setting: StaffSetting
	/** Title of the group that the value is saved with; undefined when restoring saves at once. */
	readonly savedWith: string | undefined
	/** Saves an earlier value, or writes it into the field's draft. */
	readonly onRestore: (value: SettingValue) => void
}

/** All versions of a setting with their author and time, newest first, each restorable. */
function SettingHistory({ setting, savedWith, onRestore, ...dialog }: SettingHistoryProps) {
	const { clave, version, editable } = setting
	const { data, isError, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery({
		queryKey: [...panelKey, 'versiones', clave, version],
		queryFn: ({ pageParam }) => fetchFrom(listSettingVersions, { params: { clave }, query: { antes: pageParam } }),
		initialPageParam: undefined as number | undefined,
		getNextPageParam: ({ results, hay_mas }) => (hay_mas ? results.at(-1)?.version : undefined),
	})
	const pages = data?.pages ?? []
	const newest = pages.length > 1 ? pages.at(-1)?.results[0] : undefined
	const newlyRead = useRef<HTMLLIElement>(null)
	useEffect(() => {
		if (pages.length > 1) newlyRead.current?.focus()
	}, [pages.length])
	return (
		<ActionDialog {...dialog} title={`Historial: ${settingLabel(clave)}`} confirmText={undefined} onConfirm={() => {}}>
			{isError && (
				<LoadFailed text="No pudimos leer el historial." onRetry={() => void (data ? fetchNextPage() : refetch())} />
			)}
			{!data && !isError && <Skeleton size="card" label="Cargando el historial" />}
			{savedWith && (
				<p>{`El valor que elijas queda escrito en su campo, y se guarda con lo demás de «${savedWith}».`}</p>
			)}
			<ol className="setting-versions">
				{pages
					.flatMap(({ results }) => results)
					.map((one) => (
						<li key={one.version} ref={one === newest ? newlyRead : undefined} tabIndex={-1}>
							<p>
								<strong className="strong">{settingValueText(clave, one.valor)}</strong>
								<span className="muted small">{`${one.usuario ?? 'La tienda'}, ${formatMoment(one.created_at)}`}</span>
							</p>
							<span>
								{one.version === version && <span>Vale ahora</span>}
								{one.version !== version && editable && (
									<Button look="outline" isBusy={dialog.isBusy} onClick={() => onRestore(one.valor)}>
										{savedWith ? 'Escribir este valor' : 'Volver a este valor'}
									</Button>
								)}
							</span>
						</li>
					))}
			</ol>
			{hasNextPage && !isError && (
				<Button look="outline" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
					Ver más
				</Button>
			)}
		</ActionDialog>
	)
}

interface SettingPreviewProps extends DialogProps {
	readonly title: string
	/** The unsaved changes. The first one decides the previewed page. */
	readonly changes: readonly SettingChange[]
	readonly onSave: () => void
}

/** Preview of unsaved values: a page without scripts, or a part of the checkout. */
function SettingPreview({ title, changes, onSave, ...dialog }: SettingPreviewProps) {
	const { data, error } = useQuery({
		queryKey: ['vista', changes],
		async queryFn() {
			const answer = await call(previewSettings, { body: { cambios: changes } })
			if (!answer.ok) throw new Error(actProblem(answer, 'Intenta nuevamente.'))
			return answer.data
		},
		gcTime: 0,
		retry: false,
	})
	const [first] = changes
	const place = first && shownOn(first.clave)
	const loading = <Skeleton className="setting-preview" label="Preparando la vista" />
	return (
		<ActionDialog {...dialog} title={`Así quedaría: ${title}`} confirmText={data && 'Guardar'} onConfirm={onSave}>
			{error && <Alert>{error.message}</Alert>}
			{!data && !error && loading}
			{data?.pago && place && 'part' in place && (
				<Suspense fallback={loading}>
					<PreviewedPart part={place.part} value={first?.valor ?? null} options={data.pago} />
				</Suspense>
			)}
			{data?.html && (
				<iframe
					className="setting-preview"
					title="La página con este cambio"
					sandbox="allow-same-origin"
					srcDoc={data.html}
					onLoad={({ currentTarget }) => {
						if (data.ancla) currentTarget.contentDocument?.getElementById(data.ancla)?.scrollIntoView()
					}}
				/>
			)}
		</ActionDialog>
	)
}
