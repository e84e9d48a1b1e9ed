import type { Processor } from '#modules/legal/processors.ts'
import { type TaxEnvironment, taxSettings } from '#modules/tax-documents/server/tax-variables.ts'

const openfactura: Processor = {
	clave: 'openfactura',
	nombre: 'Haulmer (OpenFactura)',
	finalidad: 'Emitir las boletas y facturas y entregarlas al SII',
	pais: 'Chile',
	enlace: 'https://www.haulmer.com/',
}

/** The provider of tax documents, where one is configured. */
export const documentProcessors = (env: TaxEnvironment): readonly Processor[] =>
	taxSettings(env).openfactura ? [openfactura] : []
