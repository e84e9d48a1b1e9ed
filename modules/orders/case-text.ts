import type { CaseReason } from '#core/rules/audit-actions.ts'

interface CaseText {
	readonly title: string
	readonly what: string
	readonly todo: string
}

const cases: Readonly<Record<CaseReason, CaseText>> = {
	monto_distinto: {
		title: 'El monto pagado no coincide',
		what: 'Llegó un pago por un monto distinto al total de la orden. No la marcamos como pagada.',
		todo: 'Compara el pago en la pasarela con el total. Acuerda la diferencia con el cliente, o devuélvele el dinero.',
	},
	moneda_distinta: {
		title: 'El pago llegó en otra moneda',
		what: 'Llegó un pago que no está en pesos chilenos. No marcamos la orden como pagada.',
		todo: 'Revisa el pago en la pasarela y devuélvelo, o acuerda con el cliente cómo seguir.',
	},
	orden_cancelada: {
		title: 'Pagaron una orden cancelada',
		what: 'Llegó un pago por una orden que ya estaba cancelada. El dinero está en la pasarela.',
		todo: 'Devuelve el pago o, si el cliente todavía quiere su pedido y hay stock, márcala como pagada.',
	},
	orden_olvidada: {
		title: 'Pagaron una orden que ya no tiene cliente',
		what: 'Llegó un pago por una orden de quien eliminó su cuenta. Ya no guardamos su nombre, su dirección ni su contacto. El dinero está en la pasarela.',
		todo: 'Devuelve el pago: la pasarela sabe de quién es. Después cancela la orden y resuelve el caso.',
	},
	orden_ya_pagada: {
		title: 'Pagaron una orden que ya estaba pagada',
		what: 'Llegó un pago por una orden que el equipo ya había marcado como pagada con otro dinero. Este pago está en la pasarela.',
		todo: 'Si el cliente pagó dos veces, devuelve este pago. Si solo llegó este, resuelve el caso.',
	},
	pagada_sin_stock: {
		title: 'Pagaron, pero ya no hay stock',
		what: 'El pago llegó después de que la reserva venciera, y las unidades ya se vendieron. La orden quedó en revisión, sin stock reservado.',
		todo: 'Ofrece al cliente esperar la reposición u otro color, o devuélvele el dinero.',
	},
	pago_revertido: {
		title: 'La pasarela devolvió un pago por su cuenta',
		what: 'Volvió al cliente dinero de un pago de esta orden sin que la tienda lo pidiera: por un contracargo, o por una devolución hecha en el sitio de la pasarela.',
		todo: 'Mira en la pasarela qué pasó. Si es un contracargo, detén la entrega o respóndelo allí con la prueba de ella. Si lo devolvió el equipo, resuelve el caso.',
	},
	comprobante_sin_stock: {
		title: 'Hay un comprobante, pero ya no hay stock',
		what: 'El cliente subió su comprobante después de que la reserva venciera, y las unidades ya se vendieron. La orden quedó en revisión, sin stock reservado.',
		todo: 'Revisa si el abono llegó. Si llegó, ofrece esperar la reposición u otro color, o devuelve el dinero.',
	},
	comprobante_sin_reserva: {
		title: 'Hay un comprobante sin unidades reservadas',
		what: 'El cliente subió un comprobante de una orden cuya reserva ya había vencido. No le reservamos unidades otra vez: ya tiene demasiado sin pagar, su cupón se agotó, o un comprobante anterior venció sin que nadie lo confirmara.',
		todo: 'Revisa si el abono llegó. Si llegó, confirma la transferencia: la tienda toma las unidades si quedan. Si no quedan, ofrece esperar la reposición u otro color, o devuelve el dinero.',
	},
	revision_vencida: {
		title: 'Un comprobante venció sin confirmar',
		what: 'Nadie confirmó esta transferencia dentro del plazo. Sus unidades volvieron al stock y se lo contamos al cliente, con la promesa de que no pierde nada si pagó.',
		todo: 'Revisa el banco. Si el abono llegó, confirma la transferencia: la tienda toma las unidades si quedan. Si no quedan, ofrece esperar la reposición u otro color, o devuelve el dinero. Si no llegó, resuelve el caso.',
	},
	devolucion_rechazada: {
		title: 'La pasarela rechazó una devolución',
		what: 'Pedimos devolver dinero de esta orden y la pasarela no lo aceptó. El cliente todavía no lo recibe.',
		todo: 'Haz la devolución desde el sitio de la pasarela, o por transferencia, y avisa al cliente.',
	},
	devolucion_vencida: {
		title: 'Una devolución venció sin que la aceptaran',
		what: 'El cliente tenía que aceptar la devolución en la pasarela y no lo hizo a tiempo. El dinero volvió a la tienda; el cliente no lo recibió.',
		todo: 'Habla con el cliente. Pide la devolución otra vez desde la orden, o transfiérele el dinero y anótalo junto a la devolución con «Ya lo transferí».',
	},
	devolucion_en_duda: {
		title: 'No se sabe si una devolución se hizo',
		what: 'Pedimos devolver dinero de esta orden, la respuesta de la pasarela se perdió y ya no puede decirnos si la hizo. No la pedimos otra vez, para no devolver dos veces.',
		todo: 'Busca el pago en el sitio de la pasarela y dilo en la orden, junto a la devolución: «Se hizo» o «No se hizo». Si no se hizo, puedes devolver el dinero otra vez.',
	},
	devolucion_hecha_despues: {
		title: 'Una devolución sí se hizo',
		what: 'En el panel quedó dicho que una devolución de esta orden no se hizo, y ahora la pasarela dice que sí. La tienda cuenta otra vez ese dinero como devuelto.',
		todo: 'Mira si el dinero se devolvió dos veces. Si fue así, acuérdalo con el cliente. Déjalo en una nota y resuelve el caso.',
	},
	devolucion_atrasada: {
		title: 'Una devolución no termina',
		what: 'Hace horas que pedimos devolver dinero de esta orden y la pasarela todavía no lo hace.',
		todo: 'Mira en el sitio de la pasarela si funciona y qué dice del pago. La tienda sigue intentando; avisa al cliente que va a tardar.',
	},
	contracargo_abierto: {
		title: 'Hay un contracargo',
		what: 'El banco de quien pagó desconoce el pago o lo reclama, y la pasarela retiene el dinero. Detuvimos la entrega.',
		todo: 'Responde en el sitio de la pasarela antes de su plazo, con la boleta y la prueba de entrega. Para entregarla de todos modos, usa «Entregar igual» en la orden.',
	},
	contracargo_ganado: {
		title: 'Ganamos un contracargo',
		what: 'La pasarela resolvió un contracargo a favor de la tienda: el dinero es nuestro.',
		todo: 'Si el pedido esperaba por eso, entrégalo. Después resuelve el caso.',
	},
	contracargo_perdido: {
		title: 'Perdimos un contracargo',
		what: 'La pasarela resolvió un contracargo a favor de quien pagó: el dinero volvió a esa persona.',
		todo: 'Si el pedido no se entregó, cancela la orden. Si se entregó, acuerda con el cliente cómo lo paga. Deja una nota y resuelve el caso.',
	},
	reclamo_abierto: {
		title: 'El cliente abrió un reclamo',
		what: 'Quien pagó abrió un reclamo en la pasarela por esta orden. Detuvimos la entrega.',
		todo: 'Respóndele en el sitio de la pasarela y acuerda una solución: si no, decide ella. Para entregarla de todos modos, usa «Entregar igual» en la orden.',
	},
	reclamo_ganado: {
		title: 'Un reclamo terminó a favor de la tienda',
		what: 'La pasarela cerró el reclamo de esta orden sin devolver el dinero.',
		todo: 'Si el pedido esperaba por eso, entrégalo. Después resuelve el caso.',
	},
	reclamo_perdido: {
		title: 'Un reclamo terminó a favor del cliente',
		what: 'La pasarela cerró el reclamo de esta orden y le da la razón a quien pagó.',
		todo: 'Mira en la pasarela cuánto dinero volvió. Si el pedido no se entregó, cancela la orden. Después resuelve el caso.',
	},
	pago_en_mediacion: {
		title: 'Un pago está en mediación',
		what: 'El pago de esta orden llegó, pero quien pagó lo discute y la pasarela decide. Detuvimos la entrega.',
		todo: 'Mira el reclamo en el sitio de la pasarela y respóndelo. Para entregarla de todos modos, usa «Entregar igual» en la orden.',
	},
	mediacion_ganada: {
		title: 'Una mediación terminó a favor de la tienda',
		what: 'La pasarela dejó de discutir el pago de esta orden: el dinero es nuestro.',
		todo: 'Si el pedido esperaba por eso, entrégalo. Después resuelve el caso.',
	},
	mediacion_perdida: {
		title: 'Una mediación terminó a favor del cliente',
		what: 'La pasarela devolvió a quien pagó el dinero que se discutía.',
		todo: 'Si el pedido no se entregó, cancela la orden. Después resuelve el caso.',
	},
	alerta_fraude: {
		title: 'La pasarela avisa de un posible fraude',
		what: 'La pasarela pide no entregar esta orden: cree que quien pagó no es el dueño del medio de pago. Detuvimos la entrega.',
		todo: 'No la entregues: cancela la orden y devuelve el pago. Si ya se entregó, guarda la prueba de entrega. Si comprobaste que es un error, usa «Entregar igual» en la orden.',
	},
	documento_rechazado: {
		title: 'El SII rechazó un documento',
		what: 'El SII rechazó la boleta, factura o nota de crédito de esta orden. El cliente todavía no tiene un documento válido.',
		todo: 'Lee en la orden por qué, corrige los datos de la empresa si hace falta, y emite el documento de nuevo desde la orden.',
	},
	documento_por_revisar: {
		title: 'Un documento tributario no se pudo emitir',
		what: 'El proveedor no aceptó la boleta, factura o nota de crédito de esta orden, o no respondió durante 24 horas. No la pedimos otra vez, para no emitir dos veces.',
		todo: 'Busca el documento en el sitio del proveedor. Si está, anota su folio y su PDF en la orden. Si no, corrige lo que dice la orden y emítelo de nuevo desde allí.',
	},
	nota_credito_manual: {
		title: 'Falta una nota de crédito',
		what: 'Se devolvió dinero de una orden cuya boleta es el comprobante de la pasarela. La tienda no hace esa nota de crédito por su cuenta.',
		todo: 'Emite la nota de crédito en el SII con el código de autorización del pago, que está en la orden. Déjalo en una nota y resuelve el caso.',
	},
	correo_detenido: {
		title: 'Un correo al cliente no sale',
		what: 'El servidor de correo no acepta un mensaje de esta orden, aunque otros salen. Casi siempre la dirección está mal escrita.',
		todo: 'Llama al cliente al teléfono de la orden, cuéntale lo que decía el mensaje y corrige su correo.',
	},
	cuenta_eliminada: {
		title: 'El cliente eliminó su cuenta',
		what: 'Quien compró eliminó su cuenta con esta orden en curso o con dinero por devolver. Guardamos su nombre, su dirección y su contacto solo hasta que termine.',
		todo: 'Pregúntale si todavía quiere su pedido. Si no lo quiere, cancela la orden y devuélvele lo que pagó antes de resolver el caso: después ya no sabremos de quién era. Si la orden ya terminó y no le debes nada, solo resuelve el caso.',
	},
	entrega_por_anular: {
		title: 'No se entregó y hay que anularla',
		what: 'Nadie recibió esta orden, y quien la llevaba eligió no llevarla de nuevo. Al cliente le dijimos que se anula y que, si la pagó, se le devuelve el dinero.',
		todo: 'Cancela la orden y devuelve lo pagado, desde su misma página. Si el cliente todavía la quiere, ponla en otra ronda y resuelve el caso.',
	},
	despacho_sin_medir: {
		title: 'No se pudo medir un despacho',
		what: 'El servicio de mapas no respondió cuando se hizo esta orden. No sabemos a qué distancia queda, y el despacho se cobró $0. Detuvimos la entrega.',
		todo: 'Mira la dirección en un mapa. Si está dentro de tu zona, da el caso por resuelto: eso libera la entrega. Si queda muy lejos, acuerda un retiro o una diferencia con el cliente, o cancela la orden y devuelve lo pagado.',
	},
	transferencia_en_puerta: {
		title: 'Entregada, y falta ver la transferencia',
		what: 'Quien recibió el pedido dijo que pagó por transferencia. La orden está entregada y sin pagar.',
		todo: 'Revisa el banco. Si el abono llegó, confirma la transferencia: el caso se cierra solo. Si no llegó, llama al cliente.',
	},
	falta_devolver: {
		title: 'Falta devolver dinero',
		what: 'La orden se canceló, o su total bajó, y la tienda todavía tiene dinero que es del cliente.',
		todo: 'Devuélvelo desde la orden: con «Devolver dinero», o por el medio con que se pagó y «Anotar devolución». El caso se cierra solo cuando no queda nada por devolver. Resuélvelo a mano solo si el dinero ya volvió por otro camino.',
	},
}

export function caseTextOf(reason: CaseReason): CaseText {
	return cases[reason]
}

/** Why an order waits for a person, in a few words. */
export const attentionText = (reason: CaseReason | null) =>
	reason === null ? 'Una orden necesita tu atención' : caseTextOf(reason).title
