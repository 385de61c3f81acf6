/** The closed lists of the grammar, without accents and case. A phrase means the same wherever it is in a sentence. */

import { serviceWords, specialtyWords, type TradeWord, type UnknownWord, unknownWords } from './trade-words.ts'

type Order = 'distance' | 'rating' | 'price' | 'popularity' | 'nextFree' | 'soonest'
export type Meaning =
  | { service: string; word?: TradeWord }
  | { unknown: UnknownWord }
  /** The phrase stays text, although a word of it means something. */
  | { isText: true }
  | { feature: string }
  | { orderBy: Order; isWeak?: boolean }
  | { ratingMin: number }
  | { openNow: true; isWeak?: boolean }
  | { walkIns: true }
  | { maxWait: number }
  | { forChild: true }
  | { days: number }
  | { weekday: number }
  | { weekend: true }
  | { part: readonly [from: string, until?: string] }

const services: Readonly<Record<string, string>> = {
  corte:
    'corte|cortes|corte masculino|corte de cabelo|cortar|cortar o cabelo|cortar cabelo|cabelo|cabelinho|cortar cabelinho|dar um tapa no visual|tapa no visual|corte na regua|cabelo na regua|na regua',
  degradê: 'degrade|degrades|corte degrade|corte disfarcado|disfarcado|fade',
  barba:
    'barba|barbas|fazer a barba|fazer barba|aparar a barba|aparar barba|tirar a barba|barbinha|barboterapia|barba completa',
  'barba na toalha quente': 'barba na toalha quente|barba toalha quente|barba com toalha quente|toalha quente',
  'corte e barba':
    'corte e barba|corte + barba|corte barba|corte mais barba|corte com barba|barba e corte|barba + corte|barba corte|cabelo e barba|cabelo + barba|cabelo barba|barba e cabelo|barba + cabelo|barba cabelo|barba cabelo e bigode|cabelo barba e bigode|cortar o cabelo e fazer a barba|cortar cabelo e fazer a barba|cortar cabelo e barba|combo',
  sobrancelha: 'sobrancelha|sobrancelhas|fazer a sobrancelha|fazer sobrancelha',
  pigmentação: 'pigmentacao|pigmentacao de barba|pigmentacao da barba|pigmentar a barba|pigmentar|barba pigmentada',
  platinado: 'platinado|platinar|nevou|nevar o cabelo|descolorir|descolorido|loiro pivete',
  luzes: 'luzes|fazer luzes',
  'corte infantil':
    'corte infantil|infantil|corte kids|corte de crianca|corte para crianca|corte pra crianca|cortar o cabelo do meu filho',
  relaxamento: 'relaxamento|relaxamento capilar|relaxar o cabelo',
  hidratação: 'hidratacao|hidratacao capilar|hidratar o cabelo|hidratar',
  'corte na tesoura': 'corte na tesoura|corte tesoura|na tesoura|corte de tesoura|so tesoura',
  pezinho: 'pezinho|o pezinho|pe na regua|fazer o pe|fazer o pezinho|pe do cabelo|acabamento|contorno',
  raspado:
    'raspado|raspado na maquina|raspar|raspar a cabeca|raspar o cabelo|raspar cabelo|maquina zero|passar a zero|careca|corte na maquina|na maquina',
  desenho: 'desenho|desenho no cabelo|risco|risquinho|freestyle|hair tattoo|risco na sobrancelha',
  'limpeza de pele': 'limpeza de pele|limpeza facial|limpar a pele|limpeza da pele',
  'dia do noivo': 'dia do noivo|dia de noivo|pacote noivo',
}

const features: Readonly<Record<string, string>> = {
  'Ambiente climatizado': 'ar condicionado|ar-condicionado|climatizado|climatizada|ambiente climatizado',
  'Wi-Fi gratuito': 'wifi|wi fi|internet|wi fi gratis|wifi gratis|wifi gratuito|wi fi gratuito',
  Estacionamento: 'estacionamento|estacionar|onde estacionar|vaga pra carro|vaga para carro|estacionamento gratis',
  'Cartão de crédito': 'cartao|cartao de credito|credito|no cartao|aceita cartao|passa cartao',
  'Produtos premium': 'produtos premium|produto premium',
  'Ambiente moderno': 'ambiente moderno|lugar moderno',
  'Cerveja artesanal': 'cerveja|cerveja artesanal|chopp|chope|breja|cervejinha|cerveja gelada',
  'Música ao vivo': 'musica ao vivo|som ao vivo',
  'Produtos importados': 'produtos importados|produto importado',
  'Agenda online': 'agenda online',
  'Atendimento familiar': 'atendimento familiar|familia toda|pra familia|para a familia',
  'Espaço kids': 'espaco kids|espaco infantil|espaco para criancas|espaco pra criancas|area kids|brinquedoteca',
  'Produtos naturais': 'produtos naturais|produto natural|produtos veganos',
  'Preços acessíveis': 'precos acessiveis|preco acessivel',
  'Tradição de 30 anos': 'tradicional|tradicao|tradicao de 30 anos|das antigas',
}

const others: readonly (readonly [phrases: string, meaning: Meaning])[] = [
  [
    'mais barato|mais barata|mais baratos|mais baratas|menor preco|mais em conta|em conta|barato|barata|baratinho|baratinha|baratos|baratas|preco baixo|preco bom|bom preco',
    { orderBy: 'price' },
  ],
  [
    'melhor avaliada|melhor avaliado|melhores avaliadas|melhores avaliados|mais bem avaliada|mais bem avaliado|mais bem avaliadas|melhor|melhores|melhor nota|maior nota|top|tops|a melhor|o melhor',
    { orderBy: 'rating' },
  ],
  [
    'mais popular|mais populares|popular|populares|mais famosa|mais famoso|famosa|mais conhecida|mais procurada|mais procuradas',
    { orderBy: 'popularity' },
  ],
  [
    'proximo horario|proximo horario livre|proximos horarios|primeiro horario|primeiro horario livre|o mais rapido possivel|mais rapido possivel|mais cedo possivel|o mais cedo possivel|quanto antes|o quanto antes|o mais rapido|urgente|o primeiro que tiver',
    { orderBy: 'nextFree' },
  ],
  [
    'quem atende primeiro|quem atende antes|quem atender primeiro|atende mais rapido|menor espera|menos espera|menor fila|menos fila|fila mais curta|fila mais rapida',
    { orderBy: 'soonest' },
  ],
  [
    'sem hora|sem hora marcada|sem horario|sem horario marcado|sem marcar|sem marcar hora|sem agendar|sem agendamento|sem reserva|por ordem de chegada|ordem de chegada|pela fila|na fila|com fila|fila agora|encaixe',
    { walkIns: true },
  ],
  [
    'fila curta|filas curtas|fila pequena|pouca fila|fila rapida|espera curta|pouca espera|espera pequena',
    { maxWait: 20 },
  ],
  ['sem fila|fila vazia|sem espera|sem esperar', { maxWait: 5 }],
  ['mais perto|mais perto de mim|mais proxima|mais proximo|mais proximas|mais proximos', { orderBy: 'distance' }],
  [
    'perto de mim|perto daqui|aqui perto|por perto|pertinho|perto de casa|perto de onde estou|por aqui|na minha regiao',
    { orderBy: 'distance', isWeak: true },
  ],
  [
    'bem avaliada|bem avaliado|bem avaliadas|bem avaliados|boa nota|nota boa|nota alta|boas avaliacoes|boa avaliacao',
    { ratingMin: 4 },
  ],
  [
    'aberto agora|aberta agora|abertas agora|abertos agora|atende agora|atendendo agora|agora|agora mesmo|nesse momento|neste momento|funcionando agora',
    { openNow: true },
  ],
  ['aberto|aberta|abertas|abertos', { openNow: true, isWeak: true }],
  [
    'meu filho|minha filha|meus filhos|meu filhote|crianca|criancas|menino|moleque|pro pequeno|meu menino|meu sobrinho|meu neto',
    { forChild: true },
  ],
  ['depois de amanha', { days: 2 }],
  ['amanha|amnh|amn', { days: 1 }],
  ['hoje|hj|hoje mesmo|ainda hoje', { days: 0 }],
  ['segunda|segunda feira', { weekday: 1 }],
  ['terca|terca feira', { weekday: 2 }],
  ['quarta|quarta feira', { weekday: 3 }],
  ['quinta|quinta feira', { weekday: 4 }],
  ['sexta|sexta feira|sextou', { weekday: 5 }],
  ['sabado|sabadao|sab', { weekday: 6 }],
  ['domingo|domingao', { weekday: 0 }],
  ['fim de semana|final de semana|fds|findi|finde', { weekend: true }],
  [
    'manha|de manha|pela manha|a manha|cedo|cedinho|de manhazinha|bem cedo|parte da manha|manhazinha',
    { part: ['06:00', '12:00'] },
  ],
  ['tarde|a tarde|de tarde|pela tarde|parte da tarde|tardinha', { part: ['12:00', '18:00'] }],
  ['noite|a noite|de noite|pela noite|noitinha|noitada|a noitinha', { part: ['18:00'] }],
  ['madrugada|a madrugada|de madrugada|pela madrugada|na madrugada', { part: ['00:00', '06:00'] }],
  [
    'hora do almoco|na hora do almoco|horario de almoco|horario do almoco|no almoco|almoco',
    { part: ['12:00', '14:00'] },
  ],
  ['meio dia|ao meio dia|meiodia', { part: ['12:00', '13:00'] }],
  [
    'fim de tarde|fim da tarde|final da tarde|final de tarde|fim do dia|final do dia|finalzinho da tarde',
    { part: ['16:00', '18:00'] },
  ],
]

/** Words around what is searched for, which say nothing themselves. */
export const fillers: ReadonlySet<string> = new Set(
  (
    'a o as os e ou um uma uns umas de do da dos das em no na nos nas ao aos pra pro pras pros para por pelo pela com sem que se ' +
    'quero queria quer preciso precisando procuro procurando busco buscando gostaria desejo to tou estou afim fim dar ' +
    'fazer ter tem tenha tenham tiver ha existe onde qual quais quem quando como quanto custa cobra sai preco valor faz faca faco ' +
    'me eu meu minha nos ai la ali aqui hein favor pf pfv pfvr por obrigado oi ola bom dia boa barbearia barbearias barbeiro barbeiros ' +
    'barber barbershop barbeira lugar lugares salao saloes perto proximo proxima proximos proximas proximidades regiao bairro cidade lado ' +
    'cep metro estacao horario horarios hora livre livres vaga vagas disponivel disponiveis agendar marcar reservar agenda agendamento ' +
    'aceite aceita aceitem atenda atende atendem atendendo abre abra abrir mais so somente apenas algum alguma alguem algo esse essa ' +
    'este esta nesse nessa neste nesta desse dessa ser seja esteja dia mim masculino masculina homem bem muito pertinho boas bons'
  ).split(' '),
)

/** Words that are not misspelled words of the lists above, although they resemble them. */
export const unmistakable: ReadonlySet<string> = new Set(
  'minha norte barra terra carta conta conto ponte porto santa santo lado nota notas corta sorte forte morte marte parte barros barro cabeca minhas noiva festa cesta fada fadas mesa mesmo barco burro manga manha tarda arte artes casa tempo grande regis degraus mecha'.split(
    ' ',
  ),
)

function collect(): ReadonlyMap<string, Meaning> {
  const meanings = new Map<string, Meaning>()
  const add = (phrases: string, meaning: Meaning) => {
    for (const text of phrases.split('|')) meanings.set(text, meaning)
  }
  for (const [service, phrases] of Object.entries(services)) add(phrases, { service })
  for (const [feature, phrases] of Object.entries(features)) add(phrases, { feature })
  for (const [phrases, meaning] of others) add(phrases, meaning)
  for (const word of serviceWords) add(word.say, { service: word.searches[0], word })
  for (const unknown of unknownWords) add(unknown.say, { unknown })
  add(specialtyWords, { isText: true })
  return meanings
}

/** By phrase. */
export const lexicon = collect()

/** Phrases have at most so many words. */
export const LONGEST_PHRASE = Math.max(...[...lexicon.keys()].map((text) => text.split(' ').length))

/** Words of the patterns for days, hours and numbers. */
const patternWords =
  'depois partir antes entre menos maximo minimo acima abaixo apos desde umas pelas volta reais conto contos estrelas nota avaliacao mais proxima proximo espera esperar minutos'

/** Words that a typo is corrected to. */
export const correctableWords: ReadonlySet<string> = new Set(
  [...lexicon.keys(), ...fillers, patternWords].flatMap((text) => text.split(' ')).filter((word) => word.length > 4),
)
