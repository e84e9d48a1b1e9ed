import { randomBytes } from 'node:crypto'
import { openJournal, type Table } from '../journal.ts'
import type { Dte, DteType } from './dte-schema.ts'
import { openFolios } from './folios.ts'
import type { Outcome } from './settings.ts'

/** One issued document, never deleted. */
export interface Issued {
	readonly token: string
	readonly tipo: DteType
	readonly folio: number
	readonly dte: Dte
	readonly created_at: string
	readonly pending_until: string
	readonly outcome: Outcome
	readonly refersTo: string | undefined
	readonly key: string | undefined
}

interface UsedKey {
	readonly token: string
	readonly at: string
}

const day = 86_400_000

type NewDocument = Pick<Issued, 'tipo' | 'dte' | 'outcome' | 'refersTo' | 'key'> & { pendingSeconds: number }

function freshDocument({ pendingSeconds, ...document }: NewDocument, folio: number, now: Date): Issued {
	const dte = structuredClone(document.dte)
	Object.assign(dte.Encabezado.IdDoc, { Folio: folio })
	return {
		...document,
		folio,
		dte,
		token: randomBytes(32).toString('hex'),
		created_at: now.toISOString(),
		pending_until: new Date(now.getTime() + pendingSeconds * 1_000).toISOString(),
	}
}

export type Books = ReturnType<typeof openBooks>

/** Documents by id, and the annulments between them. */
function createIndex(documents: Table<Issued>) {
	const byNumber = new Map<string, string>()
	const annulledBy = new Map<string, string>()
	function add(one: Issued) {
		byNumber.set(`${one.tipo}-${one.folio}`, one.token)
		if (one.refersTo && Number(one.dte.Referencia?.[0]?.CodRef) === 1) annulledBy.set(one.refersTo, one.token)
	}
	for (const one of documents.values()) add(one)
	return {
		add,
		numbered: (tipo: number, folio: number) => documents.get(byNumber.get(`${tipo}-${folio}`) ?? ''),
		annulling: (token: string) => documents.get(annulledBy.get(token) ?? ''),
	}
}

/** State of the simulated provider: documents, remaining folios, idempotency keys. */
export function openBooks(file: string, clock: () => Date) {
	const journal = openJournal(file)
	const documents = journal.table<Issued>('documents', 100_000)
	const folios = openFolios(journal)
	const keys = journal.table<UsedKey>('keys', 100_000)
	const index = createIndex(documents)

	/** Pending, or the decided state. */
	const state = (one: Issued) => (clock() < new Date(one.pending_until) ? 'Pendiente' : one.outcome)

	return {
		close: () => journal.close(),
		all: () => documents.values(),
		get: (token: string) => documents.get(token),
		numbered: index.numbered,
		state,

		/** Returns the nota de crédito (61) that annuls a document; a rejected one does not. */
		annulment(token: string): Issued | undefined {
			const one = index.annulling(token)
			return one && state(one) !== 'Rechazado' ? one : undefined
		},

		/** Returns the token of a used key, for a day. */
		usedKey(key: string): string | undefined {
			const used = keys.get(key)
			return used && clock().getTime() - new Date(used.at).getTime() < day ? used.token : undefined
		},

		folios,

		/** Assigns the next folio and stores the document; requires a folio left. */
		add(document: NewDocument): Issued {
			const issued = freshDocument(document, folios.take(document.tipo), clock())
			documents.put(issued.token, issued)
			index.add(issued)
			if (document.key) keys.put(document.key, { token: issued.token, at: issued.created_at })
			return issued
		},

		settle(one: Issued, outcome: Outcome) {
			documents.put(one.token, { ...one, outcome, pending_until: clock().toISOString() })
		},
	}
}
