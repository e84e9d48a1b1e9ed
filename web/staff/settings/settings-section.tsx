import type { StaffSetting } from '#contract/staff/settings.ts'
import type { SettingKey } from '#domain/settings/settings.ts'
import { ListFrame } from '#web/staff/list/list-frame.tsx'
import { useStaffList } from '#web/staff/list/use-staff-list.ts'
import { PanelSection } from '#web/staff/panel-section.tsx'
import { MissingToSell } from '#web/staff/settings/missing-to-sell.tsx'
import { SettingForm } from '#web/staff/settings/setting-form.tsx'
import '#web/staff/settings/settings.css'

/** The settings that belong together, as the panel shows them. */
const groups = [
	{ title: 'Abierta o cerrada', keys: ['tienda_cerrada', 'cierre_vuelta', 'cierre_motivo'] },
	{
		title: 'Quién vende',
		keys: [
			'vendedor_nombre',
			'vendedor_rut',
			'vendedor_direccion',
			'vendedor_correo',
			'vendedor_telefono',
			'vendedor_representante',
		],
	},
	{
		title: 'Cuenta para transferencias',
		keys: ['banco_titular', 'banco_rut', 'banco_nombre', 'banco_tipo_cuenta', 'banco_numero_cuenta', 'banco_correo'],
	},
	{ title: 'Medios de pago', keys: ['pasarelas', 'pago_efectivo'] },
	{
		title: 'Lo que cobra y cuándo abona cada pasarela',
		keys: [
			'comision_mercadopago',
			'abono_mercadopago',
			'comision_flow',
			'abono_flow',
			'comision_webpay',
			'abono_webpay',
		],
	},
	{
		title: 'Entrega',
		keys: [
			'retiro_estacion',
			'retiro_horario',
			'retiro_aviso',
			'tienda_posicion',
			'despacho_tramos',
			'plazo_entrega',
			'feriados',
			'minutos_parada',
			'foto_entrega',
		],
	},
	{ title: 'Anuncio en la portada', keys: ['anuncio_texto', 'anuncio_desde', 'anuncio_hasta'] },
	{
		title: 'Textos de la portada',
		keys: ['carrusel_titulo_1', 'carrusel_texto_1', 'carrusel_titulo_2', 'carrusel_texto_2', 'preguntas'],
	},
	{
		title: 'Límites de compra',
		keys: [
			'limite_unidades_linea',
			'limite_unidades_orden',
			'limite_ordenes_abiertas',
			'limite_unidades_abiertas',
			'aviso_stock_bajo',
			'aviso_reserva',
		],
	},
	{ title: 'Plazos', keys: ['dias_efectivo', 'dias_revision', 'dias_reposicion'] },
	{ title: 'Cupón', keys: ['cupon_usos', 'cupon_usos_cliente', 'cupon_hasta'] },
] as const satisfies readonly { title: string; keys: readonly SettingKey[] }[]

/** What the owner and staff set for the whole shop. Each is saved by itself and holds at once. */
export function SettingsSection() {
	const list = useStaffList<StaffSetting>('ajuste', '/api/admin_ajustes/', {})
	const { rows } = list.page
	return (
		<PanelSection name="ajustes">
			<ListFrame
				isFirst={list.isFirst}
				isBusy={list.isBusy}
				isError={list.isError}
				isEmpty={rows.length === 0}
				emptyText="Aún no hay ajustes que mostrar."
				onReload={list.reload}
			>
				<MissingToSell settings={rows} />
				{groups.map(({ title, keys }) => (
					<section key={title} className="settings-group">
						<h4 className="title-s">{title}</h4>
						{keys.map((key) => {
							const setting = rows.find(({ clave }) => clave === key)
							return setting && <SettingForm key={key} setting={setting} />
						})}
					</section>
				))}
			</ListFrame>
		</PanelSection>
	)
}
