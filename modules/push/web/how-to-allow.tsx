import type { Obstacle } from '#modules/push/web/this-device.ts'

function HomeScreenSteps() {
	return (
		<>
			<p>En iPhone y iPad los avisos llegan solo a una app de la pantalla de inicio (iOS 16.4 o más nuevo):</p>
			<ol className="push-steps">
				<li>
					Toca <strong>Compartir</strong>, el cuadrado con la flecha hacia arriba.
				</li>
				<li>
					Elige <strong>Agregar a inicio</strong> y confirma.
				</li>
				<li>Abre la tienda desde ese ícono, inicia sesión y vuelve a esta sección.</li>
			</ol>
		</>
	)
}

function BlockedSteps() {
	return (
		<>
			<p>Este navegador tiene bloqueados los avisos de la tienda. Para permitirlos:</p>
			<ol className="push-steps">
				<li>Toca el ícono a la izquierda de la dirección de la página, o abre los ajustes de la app en el teléfono.</li>
				<li>
					En <strong>Notificaciones</strong> elige <strong>Permitir</strong>.
				</li>
				<li>Vuelve a cargar esta página.</li>
			</ol>
		</>
	)
}

/** Explains the obstacle to notifications in this browser and its solution. */
export function HowToAllow({ obstacle }: { readonly obstacle: Obstacle }) {
	if (obstacle === 'sin_instalar') return <HomeScreenSteps />
	if (obstacle === 'bloqueado') return <BlockedSteps />
	return (
		<p>
			Este navegador no recibe avisos. Prueba con Chrome, Edge, Firefox o Safari al día, fuera del modo incógnito, y con
			una dirección que empiece con https.
		</p>
	)
}
