import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { writeAudit } from '#core/server/audit/write-audit.ts'
import type { Database } from '#core/server/db/database.ts'

interface Export {
	/** The file, as the audit log names it. */
	readonly archivo: string
	/** Its name among the downloads, where that is another. */
	readonly savedAs?: string
	readonly filter: Readonly<Record<string, string | number | undefined>>
}

/** Records an export in the audit log and the security trail before its first row is read, then streams the file. */
export async function sendExport(
	db: Database,
	request: FastifyRequest,
	reply: FastifyReply,
	{ archivo, savedAs = archivo, filter }: Export,
	pieces: AsyncGenerator<string>,
): Promise<FastifyReply> {
	await recordExport(db, request.usuario.id, archivo, filter)
	request.recordSecurity('exportacion', { detalle: archivo })
	return sendCsv(reply, savedAs, pieces)
}

/** Records an export in the audit log: account, file and filter. */
async function recordExport(db: Database, actorId: number, archivo: string, filter: Export['filter']): Promise<void> {
	// The filter without the searched text, which may be a person's name.
	const chosen = Object.entries(filter).flatMap(([name, value]) => {
		if (value === undefined) return []
		return name === 'nro_orden' ? [`${name}=…`] : [`${name}=${value}`]
	})
	await db.transaction(async (tx) => {
		await writeAudit(tx, {
			tipo: 'usuario',
			ref: actorId,
			usuario_id: actorId,
			accion: 'exportado',
			detalle: archivo,
			despues: chosen.length === 0 ? 'todo' : chosen.join(', '),
		})
	})
}

/**
 * Streams a file with backpressure: reads a piece once the previous one was sent, and stops when the client
 * disconnects.
 */
function sendCsv(reply: FastifyReply, name: string, pieces: AsyncGenerator<string>): FastifyReply {
	reply.type('text/csv; charset=utf-8').header('content-disposition', `attachment; filename="${name}"`)
	return reply.send(Readable.from(pieces, { highWaterMark: 1 }))
}
