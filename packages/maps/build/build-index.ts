/**
 * Builds the index from public data: `node build/build-index.ts <folder> [<target>]`. The folder contains the files listed
 * in README.md; `target` is the package's data folder by default.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gunzipSync } from 'node:zlib'
import { addLocalStreets } from './add-local-streets.ts'
import { collectComunas, comunaAt } from './collect-comunas.ts'
import { collectStations, collectStops } from './collect-stops.ts'
import { collectStreets, coreName, toUnits } from './collect-streets.ts'
import { Spelling } from './display-names.ts'
import { extendStreets, sightMainStreets } from './extend-streets.ts'
import { packPlaces } from './pack-places.ts'
import { dropDisconnected, dropUnlicensed, packRoads, readGraph } from './pack-roads.ts'
import { readCsv, readGroups } from './read-csv.ts'
import { traceMainRoads } from './trace-main-roads.ts'

const largestBytes = 4 * 1024 * 1024
const [, , folder, outFolder = join(import.meta.dirname, '../data')] = process.argv
if (!folder) throw new Error('Say where the data is: node build/build-index.ts <folder>')
build(folder)

function build(source: string): void {
	const file = (name: string) => join(source, name)
	const comunas = collectComunas(file('comunas-rm.geojson'))
	const osmNames = readCsv(file('street-names-osm.csv'))
	const mainStreets = readCsv(file('osm-main-streets.csv')).map(({ name = '', points = '' }) => ({
		name,
		points: readGroups(points).map(([lat = 0, lng = 0]) => ({ lat: toUnits(lat), lng: toUnits(lng) })),
	}))
	const intactNames = ['gtfs-stops.csv', 'metro-stations.csv', 'osm-main-streets.csv'].flatMap((name) =>
		readCsv(file(name)).map((row) => row.name ?? ''),
	)
	const spelling = new Spelling(
		intactNames,
		osmNames.map(({ name = '' }) => name),
	)
	const numbered = collectStreets(file('streets.csv'), spelling)
	const stops = collectStops(file('gtfs-stops.csv'), comunas, spelling)
	const onMainStreets = sightMainStreets(mainStreets, (point) => comunaAt(comunas, point))
	const known = new Map<string, Set<string>>()
	const learn = (comuna: string, core: string) => known.set(comuna, (known.get(comuna) ?? new Set()).add(core))
	for (const { comuna = '', name = '' } of osmNames) learn(comuna, coreName(name))
	for (const { comuna, core } of [...numbered, ...onMainStreets]) learn(comuna, core)

	const streets = extendStreets(numbered, [...onMainStreets, ...stops.sightings], known)
	const landmarks = [...collectStations(file('metro-stations.csv'), comunas), ...stops.landmarks]
	const licensed = dropUnlicensed(readGraph(gunzipSync(readFileSync(file('roads-graph.bin.gz')))))
	const graph = dropDisconnected(addLocalStreets(licensed, streets))
	const mainRoads = traceMainRoads(graph)

	mkdirSync(outFolder, { recursive: true })
	const bytes =
		save('places.bin.br', packPlaces({ comunas, streets, landmarks, mainRoads })) +
		save('roads.bin.br', packRoads(graph))
	if (bytes > largestBytes) throw new Error(`the index has ${bytes} bytes, more than ${largestBytes}`)
	console.log(
		`${streets.length} streets, ${landmarks.length} landmarks, ${mainRoads.length} main roads, ` +
			`${graph.lats.length} nodes, ${graph.from.length} edges, ${bytes} bytes`,
	)
}

function save(name: string, content: Uint8Array): number {
	const packed = brotliCompressSync(content, {
		params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
	})
	writeFileSync(join(outFolder, name), packed)
	return packed.length
}
