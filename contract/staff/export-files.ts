/** Orders, their lines, their payments, and stock movements. */
export const exportFiles = ['ordenes.csv', 'lineas.csv', 'pagos.csv', 'stock.csv'] as const
export type ExportFile = (typeof exportFiles)[number]

/** The tables of the panel's numbers. */
export const numbersFiles = ['reposicion.csv', 'por_recibir.csv', 'embudo.csv', 'cupones.csv', 'reparto.csv'] as const
export type NumbersFile = (typeof numbersFiles)[number]

/** The tax documents of a month, for the accountant. */
export const documentsFile = 'documentos.csv'

/** The filtered deliveries. */
export const deliveriesFile = 'entregas.csv'

export type AnyExportFile = ExportFile | NumbersFile | typeof documentsFile | typeof deliveriesFile
