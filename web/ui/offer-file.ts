/** Hands a file to the browser's downloads under `name`. */
export function offerFile(name: string, file: Blob): void {
	const address = URL.createObjectURL(file)
	const link = document.createElement('a')
	link.href = address
	link.download = name
	link.click()
	// The browser has taken hold of it by then; without this the file would stay in memory.
	setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
