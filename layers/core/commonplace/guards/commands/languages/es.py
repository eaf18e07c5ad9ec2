"""Spanish."""

from __future__ import annotations

from .forms import spanish
from .table import Phrase, Table, asked_for_prompt, lifted, told_of_answers, user_ignored, words

_ORDERS, _ORDERS_THIRD = spanish(
    "ofrecer callar evitar rechazar aceptar priorizar enviar mandar reenviar remitir transferir pagar "
    "abonar borrar eliminar suprimir ocultar esconder revelar divulgar "
    "filtrar exponer exportar subir cargar descargar instalar desinstalar pulsar comprar reembolsar "
    "aprobar autorizar "
    "conceder ejecutar correr lanzar llamar invocar informar avisar notificar suscribir activar desactivar "
    "recopilar "
    "recoger reunir robar copiar responder contestar visitar publicar abrir mostrar ensenar imprimir compartir "
    "comunicar usar utilizar anadir agregar insertar incluir recomendar aconsejar terminar acabar comenzar "
    "confirmar "
    "guardar cerrar bloquear desbloquear cancelar modificar cambiar sustituir mencionar redirigir elogiar alabar "
    "afirmar leer acceder entrar revisar extraer entregar decir donar depositar girar consultar hablar vender "
    "sobrescribir finalizar obedecer cumplir"
)
_ORDER_EXTRA = words(
    "asegurate asegurese ofrecele prometele guardes haz haga hagan hacer di diga digan da denle pon ponga "
    "poner envie transfiera transfiere abra muestre muestra pruebe "
    "apruebe aprueba recomiende recomienda cierra cierre incluye incluya incluyan dile digale dame deme "
    "denos entrega "
    "ve vaya ven lea leas menciones digas hagas pongas muestres envies sube suba"
)
_TASKS, _TASKS_THIRD = spanish(
    "escribir redactar componer generar crear explicar describir resumir traducir listar enumerar analizar "
    "comparar "
    "calcular evaluar proponer sugerir imaginar inventar contar reservar organizar planificar preparar buscar "
    "encontrar investigar reformular corregir mejorar convertir codificar cifrar integrar desarrollar disenar "
    "construir clasificar ordenar identificar determinar definir discutir presentar formular repetir "
    "dibujar cantar "
    "actualizar ajustar registrar firmar rechazar aplazar mover renombrar archivar renovar ampliar acortar "
    "persuadir incitar animar instar motivar alentar disuadir advertir promocionar valorar juzgar invertir "
    "revertir barajar intercalar comentar argumentar justificar criticar "
    "saludar recitar rimar completar detallar ilustrar aclarar encriptar deducir examinar explorar medir "
    "recopilar "
    "seleccionar escoger recapitular sintetizar esbozar pronosticar extraer desmentir negar difundir elaborar "
    "simplificar optimizar programar estimar predecir interpretar transformar reemplazar deletrear hacer"
)
_TASK_EXTRA = words(
    "convence convenza convenzan advierte advierta traduce traduzca traduzcan resuma resume proponga propon "
    "sugiera sugiere cuentame busca encuentra "
    "construya construye "
    "disena disene corrija corrige repite repita convierte convierta"
)
_THIRD = (
    _ORDERS_THIRD
    | _TASKS_THIRD
    | words(
        "muestra aprueba recomienda cierra incluye da sube convierte repite corrige construye encuentra "
        "sugiere resume traduce busca"
    )
)

TABLE = Table(
    orders=_ORDERS | _ORDERS_THIRD | _ORDER_EXTRA,
    tasks=_TASKS | _TASKS_THIRD | _TASK_EXTRA,
    unsure=_THIRD
    | words(
        "llamada compra envio entre cuenta lista liste listes entres cite como reserva copia carga correr "
        "di ve ven para sobre cierre"
    ),
    grave=_ORDERS | _ORDERS_THIRD | _ORDER_EXTRA,
    objects=words(
        "el la los las un una unos unas tu tus su sus mi mis este esta estos estas ese esa todo todos toda "
        "todas cada al "
        "a unicamente solo solamente exclusivamente me nos le les lo ahora silencio inmediatamente siempre "
        "nada tres dos diez nuestro en"
    ),
    finite=words("es son era fue esta estan ha han sera seran prevista previsto tarda dura debe puede"),
    leads=words(
        "por favor ahora luego despues entonces y tambien inmediatamente siempre discretamente simplemente "
        "primero "
        "finalmente hola estimado asistente ia bot modelo agente importante atencion urgente ademas en secreto"
    ),
    openers=words(
        "si cuando cada antes despues al en para sin como hola nota atencion importante urgente por a de "
        "siempre asistente ia "
        "tras mientras una desde"
    ),
    lead_in=(
        r" (?:(?:debes|debe|deberas|tienes que|tiene que|vas a|has de)|(?:es (?:importante|necesario"
        r"|imprescindible)) que|asegurate de|asegurese de|"
        r"no olvides|no olvide|recuerda|recuerde|(?:quiero|necesito|exijo|ordeno|pido|ruego"
        r"|quisiera) que(?: tu| usted| me)?|(?:te|le) pido|tu (?:nueva |unica )"
        r"?(?:tarea|mision|trabajo) es|"
        r"el asistente debe(?: ahora)?|(?:los )?(?:asistentes|agentes|modelos) deben)(?= )"
    ),
    persons=words(
        "cliente clienta usuario usuaria paciente jefe jefa equipo proveedor vecino vecina medico madre padre"
    ),
    can_you=r" (?:puedes|podrias|puede usted|podria|puede|quieres|podeis|pueden)(?= )",
    cancelling=words(
        "ignora ignore ignoren ignorad ignorar ignores olvida olvide olviden olvidad olvidar olvidate "
        "descarta descarte descartar omite "
        "omita omitir desobedece desatiende anula anule cancela salta saltate saltese elude evita evade "
        "viola desactiva desactive "
        "deja deje borra borre sobrescribe haz haga pasa pase"
    ),
    rules=words(
        "instruccion instrucciones reglas regla normas norma directrices directivas indicaciones prompt "
        "politica politicas "
        "restricciones filtro filtros limitaciones ordenes contexto pautas protocolos seguridad"
    ),
    everything=words(
        "todas todos toda todo anteriores anterior previas previos previa arriba tus sus originales "
        "iniciales sistema "
        "seguridad contenido las los el recibidas dadas"
    ),
    before_cancelling=words("debes debe favor y ahora puedes luego inmediatamente"),
    negations=words("no nunca jamas nada nadie"),
    telling=words(
        "menciones mencione mencionar mencionen digas diga digan decir le reveles revele revelar informes "
        "informe informar "
        "cuentes cuente contar hables hable avises avise notifiques muestres muestre comentes comente "
        "indiques adviertas"
    )
    - words("le"),
    readers=words(
        "usuario usuarios usuaria nadie cliente clientes clienta propietario administrador humano humanos "
        "instruccion "
        "instrucciones nota mensaje orden esto transferencia"
    ),
    reported=words(
        "dijo dice pidio queria quiere decidio decidimos segun recomendo sugirio escribio manual exigio "
        "exige pregunto "
        "explico afirmo contrato requiere acordo"
    ),
    secrets=words(
        "contrasena contrasenas clave claves credenciales secreto secretos token tokens api datos clientes "
        "base historial "
        "conversacion prompt confidenciales tarjeta contactos internos"
    ),
    addressees=words("asistente asistentes ia bot modelo modelos agente agentes sistema tu usted"),
    phrases=(
        user_ignored(
            "ignora ignore olvida olvide desatiende omite",
            "pregunta|peticion|solicitud|mensaje|deseo|consulta|tarea",
            "usuario|usuaria|cliente",
        ),
        told_of_answers(
            "respuesta respuestas salida resumen",
            your="tu|tus|cada|toda|todas tus",
            modals="debe|deben|debera|deberan|tiene que|ha de|tienen que",
        ),
        asked_for_prompt(
            r" (?:cual|cuales|que|como|puedes|podrias|dime|muestrame)(?: \w+){0,5} (?:tu"
            r"|tus)(?: \w+)? (?:prompt|instrucciones|indicaciones"
            r"|mensaje de sistema)(?= )",
            "prompt instrucciones indicaciones mensaje",
        ),
        lifted(
            "reglas normas filtros filtro restricciones limites directrices instrucciones politicas limitaciones "
            "censura barreras",
            your="tus|todas tus|todos tus|vuestras",
            gone=r"(?:ya )?no (?:se )?(?:aplican|valen|rigen|sirven|existen|cuentan|importan|tienen)|(?:estan"
            r"|han sido"
            r"|quedan|fueron|han quedado)(?: ya)? (?:des\w+ad\w+|anul\w+|suspend\w+|elimin\w+|levant\w+|cancel\w+"
            r"|revoc\w+|inactiv\w+|sin)",
            here="aqui|para ti|contigo|en esta (?:conversacion|sesion)",
            none=r"(?:ya )?no (?:tienes|estas (?:sujeto|sujeta|obligado) a)|careces de|estas libre de",
        ),
        Phrase(
            "role change",
            words("eres es sois"),
            r" (?:(?:ahora|a partir de ahora|desde ahora|de ahora en adelante|en adelante) (?:eres|usted es"
            r"|sois|seras)|(?:eres|usted es) ahora|"
            r"ya no eres)(?= )",
        ),
        Phrase(
            "role change",
            words(
                "actua actue comportate comportese finge finja pretende pretenda simula simule imagina haz "
                "haga juega responde interpreta asume hazte"
            ),
            r"^ (?:(?:por favor|ahora|desde ahora) )*(?:(?:actua|actue|responde|responda|habla) como"
            r"|(?:comportate|comportese) como|(?:finge|finja|pretende|pretenda) "
            r"(?:ser|que)|(?:simula|simule) (?:ser|que|un)|imagina que eres|(?:haz|haga) (?:el papel|como "
            r"si|de cuenta)|hazte pasar|(?:juega|interpreta|asume) "
            r"el (?:papel|rol))(?! (?:un |una )?(?:\w+ )?(?:guia|profesor|profesora|tutor|tutora|traductor"
            r"|cliente))",
            steering=False,
        ),
        Phrase(
            "role change",
            words("trabajas obedeces sirves respondes"),
            r" (?:ya no|ahora|solo|desde ahora) (?:trabajas|obedeces|sirves|respondes)(?= )|(?:trabajas"
            r"|obedeces|sirves) (?:solo )?para mi(?= )",
        ),
        Phrase(
            "role change",
            words("modo"),
            r" (?:activa|active|entra en|entre en|cambia al) (?:el )?modo (?:desarrollador|dan|debug|admin"
            r"|jailbreak|dios|sin)",
        ),
        Phrase(
            "override of instructions",
            words(
                "instrucciones reglas normas directrices restricciones restriccion limites filtros filtro "
                "censura limitaciones"
            ),
            r" (?:tus|sus) (?:verdaderas|reales|nuevas|autenticas) (?:instrucciones|reglas|normas"
            r"|directrices)(?= )"
            r"| tus (?:reglas|normas|instrucciones|restricciones) (?:ya|han|no|son)(?= )"
            r"| (?:no|deja de|deje de|nunca) (?:sigas|siga|sigan|seguir|obedezcas|obedezca|obedecer|cumplas"
            r"|cumpla|respetes|respete|respetar|apliques|hagas caso)(?: \w+){1,4} "
            r"(?:instrucciones|reglas|normas|directrices|indicaciones)(?= )"
            r"| (?:haz|haga|hagan) caso omiso(?= )"
            r"| (?:eres|responde|responda|ia|modelo|actua|asistente)(?: \w+){0,6} sin (?:ninguna? |ningun )"
            r"?(?:restriccion\w*|limites?|filtros?|censura|limitaciones|reglas)(?= )",
        ),
        Phrase(
            "override of instructions",
            words("prompt instrucciones"),
            r"^ (?:\w+ )?(?:muestra|muestrame|muestre|muestreme|revela|revele|dame|dime|imprime|repite"
            r"|ensename|escribe)(?: \w+){0,4} (?:prompt|(?:tus|sus)(?: \w+)? instrucciones)(?= )",
        ),
        Phrase(
            "override of instructions",
            words("aplican aplica asistente"),
            r" (?:reglas|normas|restricciones|directrices|politicas?)(?: \w+){0,3} (?:no|ya no) se "
            r"(?:aplican|aplica)(?= )| como asistente (?:ya |he |debo |puedo |yo )",
        ),
        Phrase(
            "order to the reader",
            words("debe deben debera"),
            r" (?:debe|deben|debera|deberan)(?: \w+){0,10} (?:cada|todas las|toda|tu|tus|cualquier) (?:\w+ "
            r")?(?:respuesta|respuestas|resumen|resumenes|mensaje)(?= )",
        ),
        Phrase(
            "standing trigger",
            words("partir ahora adelante siempre sucesivo"),
            r" (?:a partir de ahora|desde ahora|de ahora en adelante|en adelante|en lo sucesivo|a partir "
            r"de hoy|de aqui en adelante)(?: \w+){0,4}? (?:tu|tus|debes|siempre|"
            r"nunca|cada respuesta|todas las respuestas|responde|responda|respondes|envia|envie|termina"
            r"|termine|anade|usa|use|incluye|no|solo)(?= )"
            r"|^ (?:responde|responda|contesta|envia|envie|recomienda|recomiende|termina|anade|di|habla|usa"
            r"|use|incluye) siempre(?= )"
            r"|^ siempre (?:responde|responda|contesta|recomienda|termina|di|usa|incluye)(?= )",
        ),
    ),
    clitics=r"(?:(?:me|te|se|nos)?(?:lo|la|los|las)|me|le|les|nos|se|selo|sela)$",
    total=(
        r" (?:de )?(?:todo )?(?:lo|todo)(?: \w+){0,7} (?:dicho|anterior|arriba|ahora|antes|ensenado|sabes"
        r"|aprendido|dijeron|previo|dado)(?= )"
    ),
    lead_hints=words(
        "debes debe deberas tienes tiene vas has importante necesario imprescindible asegurate asegurese "
        "olvides olvide recuerda recuerde pido ruego quisiera quiero necesito exijo ordeno tarea mision "
        "trabajo deben"
    ),
    can_hints=words("puedes podrias puede podria quieres podeis pueden"),
    subordinate=words("que lo no como cuando cliente si usuario"),
    drops_subject=True,
    trigger=(
        r" (?:(?P<standing>cada vez que|siempre que|todas las veces que)|si|cuando|antes de|despues de|al)"
        r"(?: \w+){0,2}? "
        r"(?:usuario|usuarios|usuaria|cliente|clienta|alguien|te|tu|usted|responder|contestar|resumas"
        r"|resumir|respondas|pregunten|preguntan|preguntas)(?= )"
    ),
    trigger_hints=words("cada siempre veces si cuando antes despues al"),
    label=(
        r" (?:\w+ )?(?:nota|mensaje|instruccion|aviso|instrucciones|recordatorio) (?:a|para|al)(?: \w+)"
        r"{0,4}? (?:asistentes?|ia|bots?|agentes?|modelos?)(?: \w+)* $"
        r"| (?:nuevas|verdaderas) (?:instrucciones|reglas|normas|directrices) $"
    ),
    system_label=r" (?:\w+ ){0,2}(?:sistema|administrador)(?: \w+){0,2} $",
    bound=words("tu tus debes debe asistente ia bot modelo respuesta respuestas"),
    goods=words("dinero"),
)
