import { useInfiniteQuery } from '@tanstack/react-query'
import { type Ref, useEffect, useRef } from 'react'
import { panelKey } from '#core/web/panel/panel-parts.tsx'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { Button } from '#core/web/ui/buttons.tsx'
import { ActionDialog } from '#core/web/ui/dialogs.tsx'
import { formatMoment } from '#core/web/ui/format-date.ts'
import { Skeleton } from '#core/web/ui/parts.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { listSettingVersions } from '#modules/settings/endpoints.ts'
import type { SettingValue } from '#modules/settings/setting-kinds.ts'
import { settingLabel } from '#modules/settings/settings.ts'
import type { SettingVersion, StaffSetting } from '#modules/settings/shapes.ts'
import { settingValueText } from '#modules/settings/web/setting-changes.ts'

interface SettingHistoryProps {
	readonly setting: StaffSetting
	readonly isBusy: boolean
	readonly problem: string | undefined
	/** Title of the group that the value is saved with; undefined when restoring saves at once. */
	readonly savedWith: string | undefined
	/** Saves an earlier value, or writes it into the field's draft. */
	readonly onRestore: (value: SettingValue) => void
	readonly onClose: () => void
}

/** Reads the versions of a setting, newest first, page by page. */
function useVersions({ clave, version }: StaffSetting) {
	return useInfiniteQuery({
		queryKey: [...panelKey, 'versiones', clave, version],
		queryFn: ({ pageParam }) => fetchFrom(listSettingVersions, { params: { clave }, query: { antes: pageParam } }),
		initialPageParam: undefined as number | undefined,
		getNextPageParam: ({ results, hay_mas }) => (hay_mas ? results.at(-1)?.version : undefined),
	})
}

interface VersionProps extends Pick<SettingHistoryProps, 'setting' | 'isBusy' | 'savedWith' | 'onRestore'> {
	readonly one: SettingVersion
	/** Focus target: the first version of the page that was loaded last. */
	readonly ref?: Ref<HTMLLIElement> | undefined
}

function Version({ setting, one, isBusy, savedWith, onRestore, ref }: VersionProps) {
	const { clave, version, editable } = setting
	return (
		<li ref={ref} tabIndex={-1}>
			<p>
				<strong className="strong">{settingValueText(clave, one.valor)}</strong>
				<span className="muted small">{`${one.usuario ?? 'La tienda'}, ${formatMoment(one.created_at)}`}</span>
			</p>
			<span>
				{one.version === version
					? 'Vale ahora'
					: editable && (
							<Button look="outline" isBusy={isBusy} onClick={() => onRestore(one.valor)}>
								{savedWith ? 'Escribir este valor' : 'Volver a este valor'}
							</Button>
						)}
			</span>
		</li>
	)
}

/** All versions of a setting with their author and time, each restorable. */
export function SettingHistory(props: SettingHistoryProps) {
	const { setting, savedWith, isBusy, problem, onClose } = props
	const { data, isError, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useVersions(setting)
	const pages = data?.pages ?? []
	const newlyRead = useRef<HTMLLIElement>(null)
	useEffect(() => {
		if (pages.length > 1) newlyRead.current?.focus()
	}, [pages.length])
	return (
		<ActionDialog
			title={`Historial: ${settingLabel(setting.clave)}`}
			confirmText={undefined}
			isBusy={isBusy}
			problem={problem}
			onClose={onClose}
			onConfirm={() => {}}
		>
			{isError && (
				<Alert>
					No pudimos leer el historial.{' '}
					<button type="button" className="link" onClick={() => void (data ? fetchNextPage() : refetch())}>
						Reintentar
					</button>
				</Alert>
			)}
			{!data && !isError && <Skeleton size="card" label="Cargando el historial" />}
			{savedWith && (
				<p>{`El valor que elijas queda escrito en su campo, y se guarda con lo demás de «${savedWith}».`}</p>
			)}
			<ol className="setting-versions">
				{pages.flatMap(({ results }, page) =>
					results.map((one, at) => {
						const isFirstRead = page > 0 && page === pages.length - 1 && at === 0
						return <Version key={one.version} {...props} one={one} ref={isFirstRead ? newlyRead : undefined} />
					}),
				)}
			</ol>
			{hasNextPage && !isError && (
				<Button look="outline" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
					Ver más
				</Button>
			)}
		</ActionDialog>
	)
}
