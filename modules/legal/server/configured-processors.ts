import type { GatewayMethod } from '#core/rules/payment-methods.ts'
import type { MapsProviderName } from '#modules/delivery/server/maps/maps.ts'
import type { Processor } from '#modules/legal/processors.ts'
import { moduleProcessors } from '#modules/lists/server.ts'
import type { ModuleVariables } from '#modules/lists/variable-groups.ts'

type Configured = ModuleVariables & {
	readonly gateways: readonly GatewayMethod[]
	readonly MAPS_PROVIDER: MapsProviderName
	readonly PHOTON_URL?: string | undefined
	readonly OSRM_URL?: string | undefined
	readonly SMTP_URL?: string | undefined
	readonly S3_ENDPOINT?: string | undefined
	readonly GOOGLE_CLIENT_ID?: string | undefined
	readonly INSTAGRAM_TOKEN?: string | undefined
}

const gateways: Readonly<Record<GatewayMethod, Omit<Processor, 'clave' | 'finalidad'>>> = {
	mercadopago: { nombre: 'Mercado Pago', pais: 'Chile', enlace: 'https://www.mercadopago.cl/privacidad' },
	flow: { nombre: 'Flow', pais: 'Chile', enlace: 'https://www.flow.cl/' },
	webpay: { nombre: 'Transbank (Webpay)', pais: 'Chile', enlace: 'https://www.transbank.cl/' },
}

const google = { pais: 'Estados Unidos', enlace: 'https://policies.google.com/privacy' } as const

const hostOf = (address: string | undefined) => (address === undefined ? undefined : URL.parse(address)?.hostname)

/** A service of which the configuration knows only the address: its country is for the owner to fill in. */
function byHost(clave: string, address: string | undefined, finalidad: string): Processor[] {
	const nombre = hostOf(address)
	return nombre ? [{ clave, nombre, finalidad, pais: '', enlace: '' }] : []
}

/** Who gets data about people with this configuration; a demo names those that it simulates. */
export function configuredProcessors(env: Configured): readonly Processor[] {
	const { PHOTON_URL, OSRM_URL } = env
	const searches = 'Ubicar la dirección que escribes y medir la distancia, sin tu nombre'
	const maps: Readonly<Record<MapsProviderName, Processor[]>> = {
		embedded: [],
		google: [{ clave: 'google_mapas', nombre: 'Google (mapas)', finalidad: searches, ...google }],
		osm: [
			...byHost('photon', PHOTON_URL, searches),
			...(hostOf(OSRM_URL) === hostOf(PHOTON_URL) ? [] : byHost('osrm', OSRM_URL, 'Medir la distancia, sin tu nombre')),
		],
	}
	const login: Processor = {
		clave: 'google_ingreso',
		nombre: 'Google (ingreso)',
		finalidad: 'Entrar a tu cuenta, si eliges hacerlo con Google',
		...google,
	}
	const instagram: Processor = {
		clave: 'instagram',
		nombre: 'Meta (Instagram)',
		finalidad: 'Entregar nuestras publicaciones de la portada; no recibe datos de clientes',
		pais: 'Estados Unidos',
		enlace: 'https://privacycenter.instagram.com/policy',
		oculto: true,
	}
	return [
		...env.gateways.map((clave) => ({
			clave,
			finalidad: 'Cobrar y devolver lo que pagas por ese medio',
			...gateways[clave],
		})),
		...moduleProcessors.flatMap((processorsOf) => processorsOf(env)),
		...maps[env.MAPS_PROVIDER],
		...(env.isDemo || env.GOOGLE_CLIENT_ID ? [login] : []),
		...byHost('correo', env.SMTP_URL, 'Enviar los correos de tu cuenta y tus pedidos'),
		...byHost('archivos', env.S3_ENDPOINT, 'Guardar los comprobantes y las fotos de entrega'),
		{
			clave: 'alojamiento',
			nombre: 'Quien aloja la tienda',
			finalidad: 'Tener en su máquina la tienda y los datos que guarda',
			pais: '',
			enlace: '',
		},
		...(env.isDemo || env.INSTAGRAM_TOKEN ? [instagram] : []),
	]
}
