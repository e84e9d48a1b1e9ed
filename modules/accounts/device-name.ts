const browsers: readonly (readonly [sign: RegExp, name: string])[] = [
	[/Edg(A|iOS)?\//, 'Edge'],
	[/OPR\/|Opera/, 'Opera'],
	[/SamsungBrowser\//, 'Samsung Internet'],
	[/Firefox\/|FxiOS\//, 'Firefox'],
	[/Chrome\/|CriOS\/|Chromium\//, 'Chrome'],
	[/Safari\//, 'Safari'],
]

const systems: readonly (readonly [sign: RegExp, name: string])[] = [
	[/iPhone|iPod/, 'iPhone'],
	[/iPad/, 'iPad'],
	[/Android/, 'Android'],
	[/Windows/, 'Windows'],
	[/Mac OS X|Macintosh/, 'Mac'],
	[/CrOS/, 'ChromeOS'],
	[/Linux/, 'Linux'],
]

const firstOf = (names: typeof browsers, text: string) => names.find(([sign]) => sign.test(text))?.[1]

/** A User-Agent in words that its owner recognises: `Chrome en Android`. */
export function deviceName(userAgent: string): string {
	const browser = firstOf(browsers, userAgent)
	const system = firstOf(systems, userAgent)
	if (browser && system) return `${browser} en ${system}`
	return browser ?? system ?? 'Navegador desconocido'
}
