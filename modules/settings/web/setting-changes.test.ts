import { beforeEach, describe, expect, it } from 'vitest'
import { discardEdits } from '#core/web/edit/edits-store.ts'
import type { StaffSetting } from '#modules/settings/shapes.ts'
import {
	finishSettingDraft,
	readDrafts,
	settingDrafts,
	troubleOf,
	writeSettingDraft,
} from '#modules/settings/web/setting-draft.ts'

const setting = (valor: StaffSetting['valor'], version: number): StaffSetting => ({
	clave: 'limite_unidades_abiertas',
	valor,
	inicial: 200,
	fijo: false,
	editable: true,
	version,
	updated_at: null,
})
const refusal = (status: number, code: string, extra: Record<string, unknown>) =>
	({ ok: false, status, code, text: 'No se pudo.', extra, body: '' }) as const
const changes = () => readDrafts([setting(200, 1)], settingDrafts())

beforeEach(discardEdits)

describe('setting changes', () => {
	it('moves a draft to the current version after a version conflict, and reports the current value', () => {
		writeSettingDraft('limite_unidades_abiertas', { typed: '300', version: 1 })
		expect(changes()).toEqual([{ clave: 'limite_unidades_abiertas', valor: 300, version: 1 }])
		const trouble = troubleOf(refusal(409, 'version_distinta', { actual: setting(250, 2) }))
		expect(trouble).toMatchObject({
			clave: 'limite_unidades_abiertas',
			text: expect.stringContaining('Guarda otra vez'),
		})
		expect(changes()).toEqual([{ clave: 'limite_unidades_abiertas', valor: 300, version: 2 }])
		// Another concurrent save before the second try.
		troubleOf(refusal(409, 'version_distinta', { actual: setting(260, 3) }))
		expect(changes()).toEqual([{ clave: 'limite_unidades_abiertas', valor: 300, version: 3 }])
	})

	it('leaves the draft’s version unchanged after any other rejection', () => {
		writeSettingDraft('limite_unidades_abiertas', { typed: '300', version: 1 })
		troubleOf(refusal(422, 'valor_invalido', { campo: 'limite_unidades_abiertas' }))
		expect(changes()).toEqual([{ clave: 'limite_unidades_abiertas', valor: 300, version: 1 }])
	})

	it('moves a draft that changed during its save to the saved version', () => {
		writeSettingDraft('limite_unidades_abiertas', { typed: '3000', version: 1 })
		finishSettingDraft('limite_unidades_abiertas', '300', 2)
		expect(changes()).toEqual([{ clave: 'limite_unidades_abiertas', valor: 3_000, version: 2 }])
	})
})
