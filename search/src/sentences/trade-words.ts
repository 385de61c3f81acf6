/** What a word of the trade means. Its text begins in lower case: it follows the word. */
export type TradeWord = {
  /** As customers say it, without accents and case, separated by bars. */
  say: string
  /** Words of services, the most exact first: the first that a barbershop nearby provides is what is searched for. */
  searches: readonly [string, ...string[]]
  /** What it is, for who sees that something else is searched for; undefined where the first search says the same. */
  why?: string
}

/** A word that no filter has. */
export type UnknownWord = Pick<TradeWord, 'say'> & { why: string }

/** Words for services that barbershops list under several names, or under that of a more general service. */
export const serviceWords: readonly TradeWord[] = [
  {
    say: 'low fade|fade baixo|degrade baixo|corte degrade baixo|degrade low',
    searches: ['degradê baixo', 'low fade', 'degradê'],
    why: 'é o degradê que começa perto da orelha',
  },
  {
    say: 'mid fade|fade medio|degrade medio|corte degrade medio|degrade mid',
    searches: ['degradê médio', 'mid fade', 'degradê'],
    why: 'é o degradê que começa no meio da lateral',
  },
  {
    say: 'high fade|fade alto|degrade alto|corte degrade alto|degrade high',
    searches: ['degradê alto', 'high fade', 'degradê'],
    why: 'é o degradê que começa perto do topo',
  },
  { say: 'taper|taper fade', searches: ['taper', 'degradê'], why: 'é um degradê só na costeleta e na nuca' },
  { say: 'skin fade|fade zero|degrade zero', searches: ['skin fade', 'degradê'], why: 'é o degradê que chega à pele' },
  { say: 'drop fade|burst fade', searches: ['degradê'], why: 'é um degradê curvo atrás da orelha' },
  {
    say: 'americano|corte americano',
    searches: ['corte americano', 'degradê'],
    why: 'é curto nos lados e cheio em cima, feito em degradê',
  },
  {
    say: 'social|corte social|corte classico|classico',
    searches: ['corte social', 'corte clássico', 'corte'],
    why: 'é o corte masculino de sempre, mais cheio em cima',
  },
  { say: 'militar|corte militar', searches: ['corte militar', 'raspado', 'corte'], why: 'é bem curto, na máquina' },
  { say: 'buzz cut', searches: ['buzz cut', 'raspado', 'corte'], why: 'é raspado por igual na máquina' },
  { say: 'undercut', searches: ['undercut', 'corte'], why: 'é raspado nos lados e comprido em cima' },
  { say: 'mullet', searches: ['mullet', 'corte na tesoura', 'corte'], why: 'é curto na frente e comprido atrás' },
  { say: 'moicano', searches: ['moicano', 'corte'], why: 'deixa só uma faixa no meio' },
  { say: 'surfista|corte surfista', searches: ['surfista', 'corte na tesoura', 'corte'], why: 'é médio, na tesoura' },
  { say: 'topete|pompadour', searches: ['topete', 'corte'], why: 'é cheio na frente, penteado para trás' },
  {
    say: 'navalhado|corte navalhado|razor fade',
    searches: ['navalhado', 'degradê'],
    why: 'é o degradê que termina na navalha',
  },
  {
    say: 'tesoura',
    searches: ['tesoura', 'corte'],
    why: 'é o corte sem máquina',
  },
  { say: 'selagem', searches: ['selagem', 'progressiva', 'alisamento'], why: 'alinha o fio, como a progressiva' },
  {
    say: 'botox|botox capilar|botox no cabelo',
    searches: ['botox', 'hidratação'],
    why: 'trata o fio, e o tratamento da lista é a hidratação',
  },
  {
    say: 'progressiva|escova progressiva|alisamento|alisar o cabelo',
    searches: ['progressiva', 'alisamento'],
  },
  { say: 'mechas|reflexo|reflexos', searches: ['luzes'], why: 'são luzes' },
  {
    say: 'coloracao|tintura|pintar o cabelo|tonalizante|tonalizar|cobrir os brancos',
    searches: ['coloração', 'tintura'],
  },
  { say: 'feminino|corte feminino|cabelo feminino', searches: ['feminino'] },
  { say: 'manicure|unha|unhas|pedicure', searches: ['manicure'] },
  { say: 'depilacao|depilar', searches: ['depilação'] },
  { say: 'massagem|massagem relaxante', searches: ['massagem'] },
]

/** Where such a word stands alone, the nearest barbershops are listed. */
export const unknownWords: readonly UnknownWord[] = [
  { say: 'pix|dinheiro', why: 'paga-se na barbearia, e não sabemos como: pergunte lá' },
  { say: '24:00|24:00 por dia', why: 'não sabemos quem nunca fecha; “aberta agora” e as horas, sim' },
  {
    say: 'zona sul|zona norte|zona leste|zona oeste',
    why: 'não conhecemos as zonas daqui; tente um bairro',
  },
  {
    say: 'cabeleireiro|cabeleireira|cabelereiro|cabelereira|cabeleleiro|salao de beleza',
    why: 'aqui são barbearias',
  },
]

/** Specialties of barbers with a word that means a service elsewhere. */
export const specialtyWords = 'cabelo crespo|cabelo cacheado|cabelo afro|cabelo liso'
