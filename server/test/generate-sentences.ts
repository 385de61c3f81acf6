import { createRandom, type Random } from '../seed/random.ts'

/** What a sentence must be understood as; a place by its name. */
export type ExpectedSentence = { [filter: string]: string | number | boolean | readonly string[] }

type Part = { say: string; is: ExpectedSentence }

/** Wednesday. */
export const TODAY = '2026-11-25'

/*
 * The lists are written here again, as customers would say it, and not taken from the parser.
 */
const services: readonly (readonly [say: string, service: string])[] = [
  ...(['corte', 'cortar o cabelo', 'corte masculino', 'corte de cabelo'] as const).map(
    (say) => [say, 'corte'] as const,
  ),
  ...(['degradê', 'corte degradê', 'fade'] as const).map((say) => [say, 'degradê'] as const),
  ...(['barba', 'fazer a barba', 'aparar a barba'] as const).map((say) => [say, 'barba'] as const),
  ...(['corte e barba', 'barba e cabelo', 'cabelo e barba', 'corte + barba'] as const).map(
    (say) => [say, 'corte e barba'] as const,
  ),
  ['sobrancelha', 'sobrancelha'],
  ['pigmentação', 'pigmentação'],
  ['platinado', 'platinado'],
  ['corte infantil', 'corte infantil'],
  ['relaxamento', 'relaxamento'],
  ['hidratação', 'hidratação'],
  ['luzes', 'luzes'],
  ['navalhado', 'navalhado'],
  ['corte na tesoura', 'corte na tesoura'],
  ['pezinho', 'pezinho'],
  ['limpeza de pele', 'limpeza de pele'],
  ['dia do noivo', 'dia do noivo'],
]
const places = [
  'Pinheiros|Vila Madalena|Mooca|Tatuapé|Itaim Bibi|Moema|Santana|Lapa|Vila Mariana|Bela Vista|Perdizes|Ipiranga|Liberdade|República',
  'Santa Cecília|Consolação|Butantã|Saúde|Rua Augusta|Rua Vergueiro|Avenida São João|Avenida Paulista|Parque Ibirapuera|Guarulhos|Osasco',
].flatMap((names) => names.split('|'))
const weekdays = ['domingo', 'segunda', 'terça', 'quarta', 'quinta', 'sexta', 'sábado']
const amenities = [
  ['estacionamento', 'Estacionamento'],
  ['wifi', 'Wi-Fi gratuito'],
  ['ar condicionado', 'Ambiente climatizado'],
  ['cerveja', 'Cerveja artesanal'],
  ['espaço kids', 'Espaço kids'],
] as const
const orders = [
  ['mais barato', 'price'],
  ['melhor avaliada', 'rating'],
  ['mais perto', 'distance'],
  ['mais popular', 'popularity'],
  ['próximo horário', 'nextFree'],
  ['quem atende primeiro', 'soonest'],
] as const

const dayAfter = (days: number) => new Date(Date.parse(TODAY) + days * 86_400_000).toISOString().slice(0, 10)
const clock = (hour: number, minute = 0) => `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`

const sayDay = (random: Random): Part => {
  const weekday = random.int(0, 6)
  // 25 November 2026 is a Wednesday, the fourth day of the list.
  const inDays = (weekday - 3 + 7) % 7
  const month = random.int(1, 20)
  return random.pick<Part>([
    { say: random.pick(['hoje', 'hj']), is: { freeOn: TODAY } },
    { say: 'amanhã', is: { freeOn: dayAfter(1) } },
    { say: 'depois de amanhã', is: { freeOn: dayAfter(2) } },
    { say: `${random.pick(['', 'na ', 'neste '])}${weekdays[weekday]}`, is: { freeOn: dayAfter(inDays) } },
    { say: `dia ${month}`, is: { freeOn: `2026-12-${String(month).padStart(2, '0')}` } },
    { say: `${month}/12`, is: { freeOn: `2026-12-${String(month).padStart(2, '0')}` } },
  ])
}

const sayHours = (random: Random): Part => {
  const hour = random.int(9, 19)
  const to = hour + random.int(1, 3)
  return random.pick<Part>([
    { say: random.pick(['de manhã', 'pela manhã']), is: { freeFrom: '06:00', freeUntil: '12:00' } },
    { say: random.pick(['à tarde', 'de tarde']), is: { freeFrom: '12:00', freeUntil: '18:00' } },
    { say: random.pick(['à noite', 'de noite']), is: { freeFrom: '18:00' } },
    {
      say: random.pick([`às ${hour}h`, `${hour}h`, `às ${hour}:00`]),
      is: { freeFrom: clock(hour), freeUntil: clock(hour + 1) },
    },
    { say: `às ${hour}h30`, is: { freeFrom: clock(hour, 30), freeUntil: clock(hour + 1, 30) } },
    {
      say: random.pick([`depois das ${hour}h`, `a partir das ${hour}`, `depois das ${hour}`]),
      is: { freeFrom: clock(hour) },
    },
    { say: random.pick([`antes das ${hour}h`, `até as ${hour}h`]), is: { freeUntil: clock(hour) } },
    {
      say: random.pick([`entre ${hour} e ${to}`, `das ${hour} às ${to}`, `das ${hour}h às ${to}h`]),
      is: { freeFrom: clock(hour), freeUntil: clock(to) },
    },
    {
      say: `às ${hour > 12 ? hour - 12 : 3} da ${hour >= 18 ? 'noite' : 'tarde'}`,
      is: { freeFrom: clock(hour > 12 ? hour : 15), freeUntil: clock(hour > 12 ? hour + 1 : 16) },
    },
  ])
}

const sayPrice = (random: Random): Part => {
  const reais = random.int(5, 30) * 5
  const say = [
    `até ${reais}`,
    `até R$ ${reais}`,
    `até ${reais} reais`,
    `no máximo ${reais} reais`,
    `menos de R$${reais}`,
    `${reais} reais`,
    `por ${reais} conto`,
  ]
  return { say: random.pick(say), is: { priceMax: reais * 100 } }
}

const sayOther = (random: Random): Part => {
  const [amenity, feature] = random.pick(amenities)
  const [order, orderBy] = random.pick(orders)
  return random.pick<Part>([
    { say: `com ${amenity}`, is: { features: [feature] } },
    { say: order, is: { orderBy } },
    { say: random.pick(['com nota 4', 'nota acima de 4', '4 estrelas ou mais']), is: { ratingMin: 4 } },
    { say: 'aberto agora', is: { openNow: true } },
    { say: random.pick(['sem hora marcada', 'sem agendar']), is: { walkIns: true } },
    { say: random.pick(['espera até 20 min', 'no máximo 20 minutos de espera']), is: { maxWait: 20 } },
  ])
}

const sayPlace = (random: Random): Part => {
  const place = random.pick(places)
  return { say: `${random.pick(['em', 'no', 'na', 'perto de', 'perto da', 'perto do'])} ${place}`, is: { place } }
}

/** One sentence of two to six parts in any order, as a seed makes it: with or without accents and capitals, every fifth with a typo. */
export function generateSentence(number: number): Part {
  const random = createRandom(`sentence ${number}`)
  const [say, service] = random.pick(services)
  const optional = random.shuffle([sayDay, sayHours, sayPrice, sayOther, sayPlace]).slice(0, random.int(1, 4))
  const parts = [{ say, is: { service } }, ...optional.map((part) => part(random))]
  const sentence = `${random.pick(['', '', 'quero ', 'preciso de ', 'barbearia '])}${random
    .shuffle(parts)
    .map((part) => part.say)
    .join(random.pick([' ', ' ', ', ']))}`
  const is = Object.assign({}, ...parts.map((part) => part.is)) as ExpectedSentence
  return { say: disfigure(random, sentence), is }
}

function disfigure(random: Random, sentence: string): string {
  const misspelled = random.chance(0.2) ? misspell(random, sentence) : sentence
  const plain = random.chance(0.5) ? misspelled.normalize('NFD').replaceAll(/\p{M}/gu, '') : misspelled
  return random.chance(0.1) ? plain.toUpperCase() : plain
}

/** One character of one long word: missing, doubled, or exchanged with the next. The first one is right. */
function misspell(random: Random, sentence: string): string {
  const words = sentence.split(' ')
  const long = words.flatMap((word, index) => (/^\p{L}{6,}$/u.test(word) ? [index] : []))
  if (long.length === 0) return sentence
  const index = random.pick(long)
  const word = words[index] as string
  const at = random.int(1, word.length - 2)
  words[index] = random.pick([
    word.slice(0, at) + word.slice(at + 1),
    word.slice(0, at) + word[at] + word.slice(at),
    word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2),
  ])
  return words.join(' ')
}
