import { ListPage } from '#core/web/list/list-page.tsx'
import { useListPage } from '#core/web/list/staff-list.tsx'
import { PanelSection, usePanelAddress } from '#core/web/panel/panel-parts.tsx'
import { requestTo } from '#core/web/session/api.ts'
import { listReturns } from '#modules/returns/endpoints.ts'
import { returnStates } from '#modules/returns/return-rules.ts'
import { stateText } from '#modules/returns/return-text.ts'
import { ReturnLine } from '#modules/returns/web/return-line.tsx'
import '#modules/returns/web/staff-returns.css'

/** What customers send back: the open returns by the last day for their money, then the newest. */
export default function ReturnsSection() {
	const { text } = usePanelAddress()
	const estado = returnStates.find((state) => state === text('estado'))
	const list = useListPage('retornos', (page) => requestTo(listReturns, { query: { ...page, estado } }))
	return (
		<PanelSection>
			<ListPage
				list={list}
				rowKey="id"
				what="retornos"
				chips={{
					param: 'estado',
					options: [['', 'Todos'], ...returnStates.map((state) => [state, stateText[state]] as const)],
				}}
				clears={['estado']}
				empty="Nadie ha devuelto nada."
				line={(one) => <ReturnLine one={one} />}
			/>
		</PanelSection>
	)
}
