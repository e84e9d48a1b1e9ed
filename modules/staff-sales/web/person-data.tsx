import { useState } from 'react'
import { addressOf } from '#core/contract/endpoint.ts'
import { ActionForm } from '#core/web/forms/action-form.tsx'
import { StaffAction } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { downloadFile } from '#core/web/session/identity-request.ts'
import { NoticePlace, notify } from '#core/web/ui/notices.tsx'
import { exportPerson, forgetPerson } from '#modules/staff-sales/endpoints.ts'

const notice = 'datos-persona'

/** What a customer without an account may ask for: a copy of the data of their orders, and their deletion. */
export function PersonData({ id, nombre }: { id: string; nombre: string }) {
	const [isOpen, setOpen] = useState(false)
	async function download(): Promise<void> {
		try {
			await downloadFile(addressOf(exportPerson, { params: { id } }), 'datos.json')
		} catch (error) {
			console.error('the data of a person could not be downloaded', error)
			notify('No se pudo descargar. Intenta nuevamente.', 'problem', { at: notice })
		}
	}
	return (
		<>
			<p className="row loose">
				<StaffAction of={` de ${nombre}`} onClick={() => void download()}>
					Descargar sus datos
				</StaffAction>
				<StaffAction of={` de ${nombre}`} onClick={() => setOpen(true)}>
					Borrar sus datos
				</StaffAction>
			</p>
			<NoticePlace at={notice} />
			{isOpen && (
				<ActionForm
					title={`¿Borrar los datos de ${nombre}?`}
					confirmText="Borrar"
					confirmLook="danger"
					onClose={() => setOpen(false)}
					act={{ request: requestTo(forgetPerson, { params: { id } }), done: 'Datos borrados' }}
				>
					<p className="above-xs">
						Cuando la persona lo pide. Se borran su nombre, teléfono, correo y dirección de todos sus pedidos sin
						cuenta; los montos y las boletas se conservan. No se puede deshacer.
					</p>
				</ActionForm>
			)}
		</>
	)
}
