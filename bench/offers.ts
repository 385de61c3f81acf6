import { writeFileSync } from 'node:fs'
import { drawLineChart, type LinePanel } from './line-chart.ts'
import { addOfferTotals, createOfferTotals, type OfferTotals, simulateOffers } from './simulate-offers.ts'
import { createTown } from './simulated-requests.ts'

/** Requests for each cancelled appointment. */
const DEMANDS = [0.5, 1, 2, 3, 4] as const
const ACCEPTANCE = 0.3

/** Both rules in the same towns: the same cancellations, requests and reactions. */
export type OfferFigure = { demand: number; offers: OfferTotals; mass: OfferTotals }

export function benchOffers(towns: number): OfferFigure[] {
  return DEMANDS.map((demand) => {
    const figure = { demand, offers: createOfferTotals(), mass: createOfferTotals() }
    for (let number = 1; number <= towns; number++) {
      const town = createTown(number, demand)
      for (const rule of ['offers', 'mass'] as const)
        addOfferTotals(figure[rule], simulateOffers(town, { number, acceptance: ACCEPTANCE, rule }))
    }
    return figure
  })
}

const refilledOf = ({ refilled, slots }: OfferTotals) => (100 * refilled) / slots
const messagesOf = ({ messages, people }: OfferTotals) => messages / people
const lateOf = ({ lateReplies, replies }: OfferTotals) => (100 * lateReplies) / replies

export function printOffers(figures: readonly OfferFigure[], towns: number) {
  console.log(
    `\nOfertas exclusivas contra mensagem em massa, ${towns} cidades simuladas de 14 dias medidos, ${100 * ACCEPTANCE} % aceitam`,
  )
  for (const { demand, offers, mass } of figures) {
    const waiting = (offers.waiting / offers.slots).toFixed(1)
    console.log(
      `  ${demand} pedidos por horário que abre (${waiting} serviam, nenhum em ${(100 - (100 * offers.wanted) / offers.slots).toFixed(0)} %), ${offers.slots} horários abertos 2 h antes ou mais`,
    )
    printRule('ofertas', offers)
    printRule('mensagem em massa', mass)
  }
}

function printRule(name: string, totals: OfferTotals) {
  console.log(
    `    ${name}: ${refilledOf(totals).toFixed(1)} % preenchidos${name === 'ofertas' ? ' (meta ≥ 60)' : ''}, em ${(totals.refillMin / totals.refilled).toFixed(0)} min; ${messagesOf(totals).toFixed(2)} mensagens por pessoa em 14 dias, no máximo ${totals.mostADay} num dia; ${lateOf(totals).toFixed(1)} % dos que queriam chegaram tarde`,
  )
}

/** By the number of requests, as an SVG. */
export function writeOffersImage(figures: readonly OfferFigure[], file: string): void {
  const labels = figures.map(({ demand }, index) => {
    return { at: (index + 0.5) / figures.length, text: demand.toLocaleString('pt-BR') }
  })
  const panel = (title: string, subtitle: string, pick: (totals: OfferTotals) => number, top?: number): LinePanel => ({
    title,
    subtitle,
    labels,
    ...(top !== undefined && { top }),
    lines: {
      ours: figures.map(({ offers }) => pick(offers)),
      other: figures.map(({ mass }) => pick(mass)),
    },
  })
  const most = (rule: 'offers' | 'mass') => Math.max(...figures.map((figure) => figure[rule].mostADay))
  writeFileSync(
    file,
    drawLineChart({
      description: 'Ofertas exclusivas contra uma mensagem para todos, dias simulados, pelo número de pedidos',
      title: 'Pelo número de pedidos por horário que abre, 30 % aceitam: dias simulados',
      names: { ours: 'uma oferta por vez', other: 'mensagem em massa, leva o primeiro' },
      panels: [
        panel('Horários preenchidos', '%, abertos 2 h antes ou mais', refilledOf, 100),
        panel('Mensagens por pessoa', `em 14 dias; até ${most('offers')} e ${most('mass')} num dia`, messagesOf, 6),
        panel('Queriam e chegaram tarde', '% das respostas', lateOf, 100),
      ],
    }),
  )
}
