export const exportFiles = ['ordenes.csv', 'lineas.csv', 'pagos.csv', 'stock.csv'] as const
export type ExportFile = (typeof exportFiles)[number]

export const numbersFiles = ['reposicion.csv', 'por_recibir.csv', 'embudo.csv', 'cupones.csv', 'reparto.csv'] as const
export type NumbersFile = (typeof numbersFiles)[number]

export const documentsFile = 'documentos.csv'

export const deliveriesFile = 'entregas.csv'

export type AnyExportFile = ExportFile | NumbersFile | typeof documentsFile | typeof deliveriesFile
