import type { Random } from '../random.ts'

const beginnings = [
  'Aprendi a cortar com meu avô, na cadeira que ainda uso.',
  'Barbeiro há {anos} anos, apaixonado por degradê bem esfumado.',
  'Comecei na garagem de casa e nunca mais larguei a tesoura.',
  'Formado em visagismo, gosto de entender o rosto antes de ligar a máquina.',
  'Faço barba com toalha quente do jeito antigo, sem pressa.',
  'Tesoura primeiro, máquina depois. Corte clássico é comigo.',
  'Especialista em cabelo crespo e cacheado, com {anos} anos de prática.',
  'Vim da escola de barbeiros e já são {anos} anos de navalha na mão.',
  'Trabalho com hora marcada porque o seu tempo vale.',
  'Atendo pais e filhos com a mesma paciência.',
  'Gosto de desafio: risco, platinado e corte navalhado.',
  'Ex-músico, hoje o ritmo é o da tesoura.',
]
const endings = [
  'Converso bastante, mas se quiser silêncio é só falar.',
  'Finalizo sempre com navalha e um bom pós-barba.',
  'O acabamento é o que faz você voltar.',
  'Chego cedo e saio quando o último cliente sorri.',
  'Traz a foto que a gente adapta ao seu cabelo.',
  'Sobrancelha alinhada vai por conta do capricho.',
  'Aos sábados a agenda enche, garante o seu horário.',
  'Café passado na hora para quem esperar.',
  '',
  '',
]

export const specialties = [
  'Degradê',
  'Barba na toalha quente',
  'Corte na tesoura',
  'Corte infantil',
  'Navalhado',
  'Platinado',
  'Pigmentação',
  'Cabelo crespo',
  'Cabelo cacheado',
  'Desenho e risco',
  'Sobrancelha',
  'Visagismo',
  'Corte clássico',
  'Luzes',
  'Terceira idade',
]

export function bio(random: Random): string {
  const years = String(random.int(4, 28))
  return `${random.pick(beginnings).replace('{anos}', years)} ${random.pick(endings)}`.trim()
}
