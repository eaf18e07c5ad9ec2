"""Portuguese."""

from __future__ import annotations

from .forms import portuguese
from .table import Phrase, Table, asked_for_prompt, lifted, told_of_answers, user_ignored, words

_ORDERS, _ORDERS_THIRD = portuguese(
    "certificar garantir oferecer evitar recusar aceitar priorizar prometer enviar mandar reenviar "
    "encaminhar remeter pagar apagar eliminar excluir remover ocultar esconder revelar divulgar "
    "vazar expor exportar carregar baixar descarregar instalar desinstalar clicar comprar reembolsar "
    "aprovar autorizar "
    "conceder executar rodar chamar invocar informar avisar notificar ativar desativar coletar recolher "
    "reunir roubar "
    "copiar responder visitar publicar abrir mostrar exibir imprimir partilhar compartilhar comunicar usar "
    "utilizar "
    "adicionar acrescentar inserir incluir recomendar aconselhar terminar acabar começar confirmar guardar salvar "
    "fechar bloquear desbloquear cancelar modificar alterar mudar substituir mencionar redirecionar "
    "elogiar afirmar "
    "acessar entrar extrair entregar doar depositar vender sobrescrever falar contar obedecer cumprir "
    "postar iniciar "
    "contornar transferir divulgar"
)
_ORDER_EXTRA = words(
    "ofereca ofereça ofereca faça faca facam faz fazer diga digam diz dizer deem da dar ponha por_ "
    "transfira transfiram leia leiam ler va ve "
    "insira inclua incluam exclua extraia abra exponha suba saia diga-lhe conte contem"
)
_TASKS, _TASKS_THIRD = portuguese(
    "escrever redigir compor gerar criar explicar descrever resumir traduzir listar enumerar analisar "
    "comparar calcular "
    "avaliar propor sugerir imaginar inventar reservar organizar planejar planear preparar procurar buscar "
    "encontrar "
    "pesquisar reformular corrigir melhorar converter codificar cifrar integrar desenvolver projetar "
    "desenhar construir "
    "classificar ordenar identificar determinar definir discutir apresentar formular repetir cantar elaborar "
    "atualizar ajustar registrar registar assinar rejeitar adiar mover renomear arquivar renovar ampliar "
    "encurtar persuadir incitar incentivar instigar motivar encorajar dissuadir advertir promover julgar "
    "inverter "
    "reverter embaralhar comentar argumentar justificar criticar saudar recitar rimar "
    "completar detalhar ilustrar esclarecer criptografar encriptar deduzir examinar explorar medir selecionar "
    "escolher recapitular sintetizar esboçar desmentir negar difundir citar simplificar otimizar programar "
    "estimar prever interpretar transformar soletrar marcar agendar"
)
_TASK_EXTRA = words(
    "convença convenca convencam traduza traduzam componha sugira sugiram proponha repita converta construa"
)
_THIRD = _ORDERS_THIRD | _TASKS_THIRD

TABLE = Table(
    orders=_ORDERS | _ORDERS_THIRD | _ORDER_EXTRA,
    tasks=_TASKS | _TASKS_THIRD | _TASK_EXTRA,
    unsure=_THIRD | words("liste entres entre faz da diz chamada compra conte ve por dar fazer fale contam"),
    grave=_ORDERS | _ORDERS_THIRD | _ORDER_EXTRA,
    objects=words(
        "o a os as um uma uns umas seu sua seus suas teu tua meu minha este esta estes estas esse essa "
        "isto isso todo todos "
        "toda todas tudo cada ao aos me nos lhe apenas somente exclusivamente agora imediatamente sempre "
        "tres dois dez nosso para em no na"
    ),
    finite=words("e sao era foi esta estao tem sera serao previsto prevista deve pode demora dura"),
    leads=words(
        "por favor agora depois entao e tambem imediatamente sempre discretamente simplesmente primeiro "
        "finalmente ola caro "
        "assistente ia bot modelo agente importante atencao urgente alem disso"
    ),
    openers=words(
        "se quando cada antes depois ao em para sem como ola nota atencao importante urgente por a de "
        "sempre assistente ia apos "
        "enquanto uma desde caso"
    ),
    lead_in=(
        r" (?:(?:voce|tu) (?:deve|devera|tem que|tem de|precisa|vai)|(?:deves|tens de|tens que)|(?:e "
        r"(?:importante|necessario|essencial)) que|"
        r"certifique se de|certifica te de|nao se esqueca de|lembre se de|peco(?: te| lhe)? que(?: voce| tu)?"
        r"|(?:quero|preciso|exijo|ordeno|gostaria) "
        r"que(?: voce| tu)?|(?:sua|tua) (?:nova |unica )?"
        r"(?:tarefa|missao) e|o assistente deve(?: agora)?|(?:os )?(?:assistentes|agentes|modelos) devem)(?= )"
    ),
    persons=words("cliente usuario paciente chefe equipe fornecedor vizinho vizinha medico mae pai colega"),
    can_you=r" (?:(?:voce )?(?:pode|poderia|podes|poderias|consegue)|podem|quer)(?= )",
    cancelling=words(
        "ignore ignora ignorem ignorar esqueca esquece esquecam esquecer desconsidere desconsidera "
        "desconsiderem desconsiderar despreze "
        "descarte descarta omita anule cancele contorne contorna contornar burle viole desative deixe "
        "apague sobrescreva desobedeca abandone"
    ),
    rules=words(
        "instrucao instrucoes regras regra normas diretrizes diretivas orientacoes prompt politica "
        "politicas restricoes filtro "
        "filtros limitacoes ordens contexto protocolos seguranca comandos"
    ),
    everything=words(
        "todas todos toda todo tudo anteriores anterior previas previos acima suas seus tuas originais "
        "iniciais sistema "
        "seguranca conteudo as os o recebidas"
    ),
    before_cancelling=words("deve favor e agora pode depois imediatamente devera"),
    negations=words("nao nunca jamais nada ninguem"),
    telling=words(
        "mencione mencionar menciones mencionem diga dizer digas digam revele revelar reveles informe "
        "informar informes conte "
        "contar contes fale falar avise avisar notifique mostre mostrar comente indique comunique"
    ),
    readers=words(
        "usuario usuarios utilizador utilizadores ninguem cliente clientes proprietario administrador "
        "humano humanos instrucao "
        "instrucoes nota mensagem ordem isto isso transferencia"
    ),
    reported=words(
        "disse diz pediu queria quer decidiu decidimos segundo recomendou sugeriu escreveu manual exigiu "
        "exige perguntou "
        "explicou afirmou contrato requer"
    ),
    secrets=words(
        "senha senhas palavra credenciais segredo segredos chave chaves token tokens api dados clientes "
        "banco historico "
        "conversa prompt confidenciais cartao contatos contactos internos"
    ),
    addressees=words("assistente assistentes ia bot modelo modelos agente agentes sistema voce tu"),
    phrases=(
        user_ignored(
            "ignore ignora esqueca desconsidere despreze",
            "pergunta|pedido|solicitacao|mensagem|tarefa",
            "usuario|utilizador|cliente",
        ),
        told_of_answers(
            "resposta respostas saida resumo",
            your="sua|suas|tua|cada|toda",
            modals="deve|devem|devera|tem que|tem de|precisa",
        ),
        asked_for_prompt(
            r" (?:qual|quais|que|como|pode|poderia|podes|diga|mostre)(?: \w+){0,5} (?:seu|sua|suas|teu"
            r"|tuas)(?: \w+)? (?:prompt|instrucoes"
            r"|mensagem de sistema)(?= )",
            "prompt instrucoes mensagem",
        ),
        lifted(
            "regras regra instrucoes restricoes limites filtros filtro diretrizes limitacoes censura politicas",
            your="suas|seus|tuas|teus",
            gone=r"(?:ja )?nao (?:se )?(?:aplicam|valem|existem|contam|tem|importam)(?: mais)?|(?:estao"
            r"|foram)(?: \w+)? "
            r"(?:des\w+ad\w+|anulad\w+|suspens\w+|eliminad\w+|removid\w+|revogad\w+|cancelad\w+)",
            here="aqui|para voce|nesta (?:conversa|sessao)",
            none=r"(?:voce )?(?:ja )?nao (?:tem|tens)(?: mais)?|voce esta livre de",
        ),
        Phrase(
            "task",
            words("dicas exemplos conselhos sugestoes ideias motivos razoes"),
            r"^ (?:por favor )?de (?:me |nos )?(?:(?:tres|duas|dois|cinco|dez|quatro|algumas|alguns"
            r"|\d+) )?(?:dicas|exemplos"
            r"|conselhos|sugestoes|ideias|motivos|razoes)(?= )(?! de \w+ (?:sao|foram))",
            steering=False,
        ),
        Phrase(
            "role change",
            words("e es esta estas"),
            r" (?:voce esta|tu estas|agora esta)(?: agora)? (?:em|no) modo(?= )| (?:(?:agora|a partir de agora"
            r"|de agora em diante|daqui em diante|doravante) (?:voce e|tu es"
            r"|voces sao)|(?:voce e|tu es) agora|voce nao e mais)(?= )",
        ),
        Phrase(
            "role change",
            words("aja atue comporte comporta finja finge faca simule imagine responda assuma interprete encarne"),
            r"^ (?:(?:por favor|agora|a partir de agora) )*(?:(?:aja|atue|responda|fale) como|(?:comporte"
            r"|comporta) (?:se|te) como|(?:finja|finge) (?:que|ser)|"
            r"faca (?:o papel|de conta|se passar)|(?:simule|simula) (?:ser|que|um)|imagine que voce e"
            r"|(?:assuma|interprete) o papel|encarne)"
            r"(?! (?:um |uma )?(?:\w+ )?(?:guia|professor|professora|tutor|tutora|tradutor|cliente))",
            steering=False,
        ),
        Phrase(
            "role change",
            words("trabalha trabalhas obedece obedeces"),
            r" (?:voce|tu) (?:ja )?(?:nao|agora|so) (?:trabalhas?|obedeces?) (?:mais|para mim|so para)(?= )",
        ),
        Phrase(
            "role change",
            words("modo"),
            r" (?:ative|ativa|entre (?:em|no)|mude para o) (?:o )?modo (?:desenvolvedor|dan|debug|admin"
            r"|jailbreak|deus|sem)",
        ),
        Phrase(
            "override of instructions",
            words(
                "instrucoes regras diretrizes normas restricoes restricao limites limite filtros filtro "
                "censura limitacoes orientacoes"
            ),
            r" (?:suas|tuas) (?:verdadeiras|reais|novas) (?:instrucoes|regras|diretrizes)(?= )"
            r"| suas (?:regras|instrucoes|restricoes) (?:nao|foram|mudaram)(?= )"
            r"| (?:nao|nunca|pare de|deixe de) (?:siga|sigas|seguir|obedeca|obedecer|cumpra|cumprir"
            r"|respeite|respeitar|aplique)(?: \w+){1,4} (?:instrucoes|regras|diretrizes|normas|orientacoes)"
            r"(?= )"
            r"| (?:voce|responda|ia|modelo|assistente|aja)(?: \w+){0,6} sem (?:nenhuma? |qualquer )"
            r"?(?:restric\w+|limites?|filtros?|censura|limitacoes|regras)(?= )",
        ),
        Phrase(
            "override of instructions",
            words("prompt instrucoes"),
            r"^ (?:\w+ )?(?:mostre|mostra|revele|revela|diga|exiba|imprima|repita|escreva|envie|me de)(?: "
            r"\w+){0,4} (?:prompt|(?:suas|tuas)(?: \w+)? instrucoes)(?= )",
        ),
        Phrase(
            "override of instructions",
            words("aplicam aplica assistente"),
            r" (?:regras|restricoes|diretrizes|politicas?)(?: \w+){0,3} nao se (?:aplicam|aplica)(?= )| "
            r"como assistente (?:eu|ja|devo|posso)(?= )",
        ),
        Phrase(
            "order to the reader",
            words("deve devem devera"),
            r" (?:deve|devem|devera)(?: \w+){0,10} (?:cada|todas as|toda|sua|suas|qualquer) (?:\w+ )"
            r"?(?:resposta|respostas|resumo|resumos|mensagem)(?= )",
        ),
        Phrase(
            "standing trigger",
            words("partir agora diante doravante sempre"),
            r" (?:a partir de agora|de agora em diante|daqui em diante|doravante|de hoje em diante)(?: \w+)"
            r"{0,4}? (?:voce|suas|deve|sempre|nunca|cada resposta|todas as "
            r"respostas|responda|envie|termine|adicione|use|inclua|nao|so)(?= )"
            r"|^ (?:responda|responde|envie|recomende|termine|adicione|diga|fale|use|inclua) sempre(?= )|^ "
            r"sempre (?:responda|recomende|termine|diga|use|inclua|envie)(?= )",
        ),
    ),
    clitics=r"(?:lhe|lhes|lo|la|los|las|me|nos)$",
    total=(
        r" (?:de )?(?:tudo|o|aquilo)(?: \w+){0,7} (?:disseram|dito|acima|agora|antes|anterior|ensinado|sabe"
        r"|sabes|aprendeu|foi)(?= )"
    ),
    lead_hints=words(
        "deve devera tem precisa vai deves tens importante necessario essencial certifique certifica "
        "esqueca lembre peco gostaria quero preciso exijo ordeno tarefa missao devem"
    ),
    can_hints=words("pode poderia podes poderias consegue podem quer"),
    subordinate=words("que nao como quando cliente se usuario"),
    drops_subject=True,
    trigger=(
        r" (?:(?P<standing>sempre que|cada vez que|toda vez que|todas as vezes que)|se|quando|antes de"
        r"|antes que|depois de|ao|caso)(?: \w+){0,2}? "
        r"(?:usuario|usuarios|utilizador|cliente|alguem|te|voce|responder|resumir|perguntarem|perguntado)(?= )"
    ),
    trigger_hints=words("sempre cada toda todas se quando antes depois ao caso"),
    label=(
        r" (?:\w+ )?(?:nota|mensagem|instrucao|instrucoes|aviso|lembrete) (?:a|para|ao|aos)(?: \w+){0,4}? "
        r"(?:assistentes?|ia|bots?|agentes?|modelos?)(?: \w+)* $"
        r"| (?:novas|verdadeiras) (?:instrucoes|regras|diretrizes) $"
    ),
    system_label=r" (?:\w+ ){0,2}(?:sistema|administrador)(?: \w+){0,2} $",
    bound=words("voce suas seus tuas deve assistente ia bot modelo resposta respostas"),
    goods=words("dinheiro"),
)
