/** How a picture is drawn anew. */
export interface Drawing {
	/** What has more pixels is refused before it is decoded. */
	readonly maxPixels: number
	/** The picture drawn is made to fit into these, and never enlarged. Pixels. */
	readonly maxWidth: number
	readonly maxHeight: number
	/** Of the WebP that is written, 1 to 100. */
	readonly quality: number
}

/** What the decoder's process may use up before it ends itself. */
export interface DecoderBounds {
	/** Of processor time, which says the same on a busy machine. */
	readonly cpuMs: number
	readonly memoryBytes: number
}

/** How the decoder's process ends, besides a signal: 0 with the picture on its output, or why there is none. */
export const decoderExit = { drawn: 0, unreadable: 3, tooManyPixels: 4 } as const

/** What the decoder's process is started with, as JSON. */
export interface DecoderOrder {
	readonly drawing: Drawing
	readonly bounds: DecoderBounds
}
