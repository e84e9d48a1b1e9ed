/**
 * Normalization of addresses: lower case, no accents, expanded abbreviations. The index is built and searched with these
 * rules; after a change, rebuild it.
 */

/** Chilean abbreviations, by folded form. */
const abbreviations: Readonly<Record<string, string>> = {
	alc: 'alcalde',
	alm: 'almirante',
	arz: 'arzobispo',
	ave: 'avenida',
	av: 'avenida',
	avda: 'avenida',
	avd: 'avenida',
	bdo: 'bernardo',
	cal: 'caletera',
	cam: 'camino',
	cap: 'capitan',
	card: 'cardenal',
	cdlla: 'cordillera',
	cmno: 'camino',
	cno: 'camino',
	cdte: 'comandante',
	comte: 'comandante',
	cnel: 'coronel',
	crnl: 'coronel',
	cte: 'comandante',
	dgo: 'domingo',
	diag: 'diagonal',
	dip: 'diputado',
	doc: 'doctor',
	dr: 'doctor',
	dra: 'doctora',
	edo: 'eduardo',
	est: 'estacion',
	fco: 'francisco',
	fdo: 'fernando',
	gob: 'gobernador',
	gral: 'general',
	hnos: 'hermanos',
	ing: 'ingeniero',
	lib: 'libertador',
	mons: 'monsenor',
	muni: 'municipalidad',
	nte: 'norte',
	ntra: 'nuestra',
	nva: 'nueva',
	ob: 'obispo',
	ote: 'oriente',
	pdte: 'presidente',
	pde: 'padre',
	pje: 'pasaje',
	pque: 'parque',
	prof: 'profesor',
	psje: 'pasaje',
	psj: 'pasaje',
	pte: 'poniente',
	pza: 'plaza',
	pquia: 'parroquia',
	pto: 'puerto',
	regto: 'regimiento',
	sen: 'senador',
	sgto: 'sargento',
	sn: 'san',
	sra: 'senora',
	sta: 'santa',
	sto: 'santo',
	tte: 'teniente',
}

/** Common nicknames of streets, folded and without filler words. */
export const nicknames: Readonly<Record<string, string>> = {
	alameda: 'libertador bernardo ohiggins',
	'gran avenida': 'gran avenida jose miguel carrera',
	'10 julio': '10 julio huamachuco',
	bilbao: 'francisco bilbao',
	colon: 'cristobal colon',
	ejercito: 'ejercito libertador',
	kennedy: 'presidente kennedy',
	'luis thayer ojeda': 'l thayer ojeda',
	lyon: 'ricardo lyon',
	matta: 'manuel antonio matta',
	vespucio: 'americo vespucio',
}

export const wayWords: ReadonlySet<string> = new Set(['avenida', 'calle', 'pasaje'])

/** Words too common to distinguish names. */
export const fillerWords: ReadonlySet<string> = new Set(['de', 'del', 'la', 'las', 'los', 'el', 'y', 'e', 'en', 'lo'])

/** Lower case without accents; other characters become one space, apostrophes vanish. */
export function foldText(text: string): string {
	return text
		.normalize('NFD')
		.replace(/[\u0300-\u036f'’`´]/g, '')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, ' ')
		.trim()
}

/** Returns the folded words of a text with expanded abbreviations. */
export function foldWords(text: string): string[] {
	const folded = foldText(text)
	return folded === '' ? [] : folded.split(' ').map((word) => expandWord(word))
}

/** Expands a folded word when it is a known abbreviation. */
export function expandWord(word: string): string {
	return Object.hasOwn(abbreviations, word) ? (abbreviations[word] ?? word) : word
}
