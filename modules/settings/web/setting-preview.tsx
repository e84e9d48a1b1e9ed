import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { actProblem } from '#core/web/panel/act.ts'
import { call } from '#core/web/session/api.ts'
import { ActionDialog } from '#core/web/ui/dialogs.tsx'
import { Skeleton } from '#core/web/ui/parts.tsx'
import { Alert } from '#core/web/ui/screen-parts.tsx'
import { PreviewedPart } from '#modules/lists/web/setting-preview.ts'
import { previewSettings } from '#modules/settings/endpoints.ts'
import { shownOn } from '#modules/settings/settings.ts'
import type { PreviewSettingAnswer } from '#modules/settings/shapes.ts'
import type { SettingChange } from '#modules/settings/web/setting-changes.ts'

interface SettingPreviewProps {
	readonly title: string
	/** The unsaved changes. The first one decides the previewed page. */
	readonly changes: readonly SettingChange[]
	readonly isBusy: boolean
	readonly problem: string | undefined
	readonly onSave: () => void
	readonly onClose: () => void
}

async function look(cambios: readonly SettingChange[]): Promise<PreviewSettingAnswer> {
	const answer = await call(previewSettings, { body: { cambios } })
	if (!answer.ok) throw new Error(actProblem(answer, 'Intenta nuevamente.'))
	return answer.data
}

function Page({ html, ancla }: { html: string; ancla: string | null }) {
	return (
		<iframe
			className="setting-preview"
			title="La página con este cambio"
			sandbox="allow-same-origin"
			srcDoc={html}
			onLoad={({ currentTarget }) => {
				if (ancla) currentTarget.contentDocument?.getElementById(ancla)?.scrollIntoView()
			}}
		/>
	)
}

/** Preview of unsaved values: a page without scripts, or a part of the checkout. */
export function SettingPreview({ title, changes, isBusy, problem, onSave, onClose }: SettingPreviewProps) {
	const { data, error } = useQuery({
		queryKey: ['vista', changes],
		queryFn: () => look(changes),
		gcTime: 0,
		retry: false,
	})
	const [first] = changes
	const place = first && shownOn(first.clave)
	const part = place && 'part' in place ? place.part : undefined
	return (
		<ActionDialog
			title={`Así quedaría: ${title}`}
			confirmText={data && 'Guardar'}
			isBusy={isBusy}
			problem={problem}
			onClose={onClose}
			onConfirm={onSave}
		>
			{error && <Alert>{error.message}</Alert>}
			{!data && !error && <Skeleton className="setting-preview" label="Preparando la vista" />}
			{data?.pago && part && (
				<Suspense fallback={<Skeleton className="setting-preview" label="Preparando la vista" />}>
					<PreviewedPart part={part} value={first?.valor ?? null} options={data.pago} />
				</Suspense>
			)}
			{data?.html && <Page html={data.html} ancla={data.ancla} />}
		</ActionDialog>
	)
}
