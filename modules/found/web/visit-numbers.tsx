import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { addressOf } from '#core/contract/endpoint.ts'
import { formatClp } from '#core/rules/money.ts'
import { FiguresTable } from '#core/web/list/figures.tsx'
import { addressOfSettings, panelKey } from '#core/web/panel/panel-parts.tsx'
import { fetchFrom } from '#core/web/session/query-client.tsx'
import { formatDay } from '#core/web/ui/format-date.ts'
import { otherSource } from '#modules/found/source.ts'
import { minVisits, type Speed } from '#modules/found/speed.ts'
import { exportSources, readVisits } from '#modules/found/visit-endpoints.ts'

const number = new Intl.NumberFormat('es-CL', { maximumFractionDigits: 1 })

const speedTexts: Readonly<Record<Speed, string>> = {
	lcp: 'Se ve en 2,5 s',
	inp: 'Responde en 0,2 s',
	cls: 'Nada se mueve',
}

const sourceTexts: Readonly<Record<string, string>> = { '': 'Sin marca', [otherSource]: 'Otros' }

/** Where the orders of a period came from, and how fast its pages were. */
export function VisitNumbers({ desde, hasta }: { desde: string; hasta: string }) {
	const query = { desde, hasta }
	const { data } = useQuery({
		queryKey: [...panelKey, 'visitas', query],
		queryFn: () => fetchFrom(readVisits, { query }),
		placeholderData: keepPreviousData,
		staleTime: 0,
	})
	if (!data) return null
	const { contado_desde } = data
	return (
		<>
			<FiguresTable
				title="De dónde vienen los pedidos"
				note={
					<>
						<span>Para saberlo, termina los enlaces que publiques en </span>
						<code>/?utm_source=instagram</code>
						<span>
							{
								' (o el nombre que quieras). Cuenta los pedidos de la página, pagados o no, sin decir de quién son; los que anota el equipo quedan fuera.'
							}
						</span>
						{contado_desde !== null && contado_desde > desde && (
							<span>{` Se cuentan desde el ${formatDay(contado_desde)}.`}</span>
						)}
					</>
				}
				rows={data.fuentes}
				keyOf={({ fuente }) => fuente}
				columns={[
					{ head: 'Origen', cell: ({ fuente }) => sourceTexts[fuente] ?? fuente },
					{ head: 'Pedidos', cell: ({ ordenes }) => number.format(ordenes), isNumber: true },
					{ head: 'Total', cell: ({ total }) => formatClp(total), isNumber: true },
				]}
				emptyText="No hay pedidos contados en este período."
				file={{ label: 'Origen por día', address: addressOf(exportSources, { query }) }}
			/>
			<FiguresTable
				title="Velocidad para tus clientes"
				note={
					<>
						<span>
							{`Qué parte de las visitas va bien, con los límites de Google, que pide 75 %. Con menos de ${minVisits} no se puede decir. No todos los navegadores lo miden, y ninguno dice de quién es la visita. `}
						</span>
						<Link to={`?${addressOfSettings('visitas').toString()}`} className="link">
							Se apaga en Ajustes
						</Link>
					</>
				}
				rows={data.velocidad.filter(({ visitas }) => visitas > 0)}
				keyOf={({ medida }) => medida}
				columns={[
					{ head: 'La página', cell: ({ medida }) => speedTexts[medida] },
					{
						head: 'Bien',
						cell: ({ porcentaje }) => (porcentaje === null ? '—' : `${number.format(porcentaje)} %`),
						isNumber: true,
					},
					{ head: 'Regular', cell: ({ regulares }) => number.format(regulares), isNumber: true },
					{ head: 'Mal', cell: ({ malas }) => number.format(malas), isNumber: true },
					{ head: 'Visitas', cell: ({ visitas }) => number.format(visitas), isNumber: true },
				]}
				emptyText="No hay visitas medidas en este período."
			/>
		</>
	)
}
