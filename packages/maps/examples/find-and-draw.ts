/**
 * Finds an address, measures the route to it and draws it: `node examples/find-and-draw.ts "Moneda 970"`. Writes `map.svg`
 * into the current folder.
 */
import { writeFileSync } from 'node:fs'
import { attribution, openMaps } from '#maps/maps.ts'

const baquedano = { lat: -33.43722, lng: -70.63341 }
const text = process.argv[2] ?? 'irarrazaval 2401'

const maps = await openMaps({ origin: baquedano })
const found = maps.search(text, 5)
for (const { name, detail } of found) console.log(`${name} — ${detail}`)

const place = found[0] && maps.place(found[0].id)
if (place) {
	console.log(`${maps.drivingDistance(place)} m by car to ${place.address}; beside it: ${maps.reverse(place)?.address}`)
	writeFileSync('map.svg', maps.draw({ ...place, zoom: 16, width: 720, height: 420, marker: true, dark: false }))
	console.log(`map.svg, ${attribution}`)
} else console.log(`nothing is called ${text}`)
