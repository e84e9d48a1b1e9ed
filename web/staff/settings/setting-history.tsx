import { useQuery } from '@tanstack/react-query'
import type { SettingVersion, StaffSetting } from '#contract/staff/settings.ts'
import type { SettingValue } from '#domain/settings/setting-kinds.ts'
import { settingTexts } from '#domain/settings/setting-text.ts'
import { fetchApi } from '#web/session/query-client.tsx'
import { panelKey } from '#web/staff/panel-key.ts'
import { settingValueText } from '#web/staff/settings/setting-value-text.ts'
import { ActionDialog } from '#web/ui/action-dialog.tsx'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { formatMoment } from '#web/ui/format-date.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'

interface SettingHistoryProps {
	readonly setting: StaffSetting
	readonly isBusy: boolean
	readonly problem: string | undefined
	/** What it is saved together with; undefined where going back saves it. */
	readonly savedWith: string | undefined
	/** Sets the setting to an earlier value, or writes that into its field. */
	readonly onRestore: (value: SettingValue) => void
	readonly onClose: () => void
}

/** Every value that a setting had, who set it and when; any of them can be gone back to. */
export function SettingHistory({ setting, savedWith, isBusy, problem, onRestore, onClose }: SettingHistoryProps) {
	const { clave, version, editable } = setting
	const path = `/api/admin_ajustes/${clave}/versiones/`
	const { data, isError, refetch } = useQuery({
		queryKey: [...panelKey, 'versiones', clave, version],
		queryFn: () => fetchApi<{ results: SettingVersion[] }>(path, { auth: true }),
	})
	return (
		<ActionDialog
			title={`Historial: ${settingTexts[clave].name}`}
			confirmText={undefined}
			isBusy={isBusy}
			problem={problem}
			onClose={onClose}
			onConfirm={() => {}}
		>
			{isError && (
				<Alert>
					No pudimos leer el historial.{' '}
					<button type="button" className="link" onClick={() => void refetch()}>
						Reintentar
					</button>
				</Alert>
			)}
			{!data && !isError && <Skeleton className="h-24 w-full" label="Cargando el historial" />}
			{savedWith && <p>El valor que elijas queda escrito en su campo, y se guarda con lo demás de «{savedWith}».</p>}
			<ol className="setting-versions">
				{data?.results.map((one) => (
					<li key={one.version}>
						<p>
							<strong className="font-semibold">{settingValueText(clave, one.valor)}</strong>
							<span className="text-muted text-s">
								{one.usuario ?? 'La tienda'}, {formatMoment(one.created_at)}
							</span>
						</p>
						{one.version === version
							? 'Vale ahora'
							: editable && (
									<Button look="outline" isBusy={isBusy} onClick={() => onRestore(one.valor)}>
										{savedWith ? 'Escribir este valor' : 'Volver a este valor'}
									</Button>
								)}
					</li>
				))}
			</ol>
		</ActionDialog>
	)
}
