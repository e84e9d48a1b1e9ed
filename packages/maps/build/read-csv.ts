import { readFileSync } from 'node:fs'

/** Returns the rows of a CSV file with a header as records. Quoted cells may contain commas. */
export function readCsv(path: string): Record<string, string>[] {
	const [heading, ...lines] = readFileSync(path, 'utf8').split(/\r?\n/).filter(Boolean)
	if (!heading) throw new Error(`${path} is empty`)
	const columns = splitLine(heading)
	return lines.map((line) => {
		const cells = splitLine(line)
		return Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? '']))
	})
}

function splitLine(line: string): string[] {
	return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
		([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
	)
}

/** Returns the numbers of a cell such as `434,-33.44,-70.62 481,-33.45,-70.63`, one array per group. */
export function readGroups(cell: string): number[][] {
	return cell
		.split(' ')
		.filter(Boolean)
		.map((group) => group.split(',').map(Number))
}
