/** The parts of the offline validator that its test calls: neither package brings types. */
declare module '@adobe/structured-data-validator' {
	interface Issue {
		readonly severity: 'ERROR' | 'WARNING'
		readonly issueMessage: string
		readonly path: readonly object[]
	}
	export default class Validator {
		validate(extracted: object): Promise<readonly Issue[]>
	}
}

declare module '@marbec/web-auto-extractor' {
	export default class WebAutoExtractor {
		constructor(options: { addLocation: boolean; embedSource: readonly string[] })
		parse(html: string): object
	}
}
