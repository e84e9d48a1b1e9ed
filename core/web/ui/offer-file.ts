/** Downloads a blob as `name`. */
export function offerFile(name: string, file: Blob): void {
	const address = URL.createObjectURL(file)
	const link = document.createElement('a')
	link.href = address
	link.download = name
	link.click()
	// The download has started by then; without revoking, the file would stay in memory.
	setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
