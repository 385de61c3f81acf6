/** National and state holidays of Brazil (decision 30). Dates are YYYY-MM-DD. */
export type Holiday = { date: string; name: string; kind: HolidayKind }

/** `optional`: a "ponto facultativo" of the federal government, on which many close. */
export type HolidayKind = 'national' | 'state' | 'optional'

const DAY_MS = 86_400_000

const toDate = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10)
const toDay = (year: number, month: number, date: number) => Date.UTC(year, month - 1, date) / DAY_MS
/** 0 is Sunday; the first day of 1970 was a Thursday. */
const weekdayOf = (day: number) => (day + 4) % 7

/** Easter Sunday of the Gregorian calendar, by the algorithm of Meeus, Jones and Butcher. */
export function computeEaster(year: number): string {
  return toDate(computeEasterDay(year))
}

function computeEasterDay(year: number): number {
  const cycle = year % 19
  const century = Math.floor(year / 100)
  const ofCentury = year % 100
  const correction = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * cycle + century - Math.floor(century / 4) - correction + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(ofCentury / 4) - epact - (ofCentury % 4)) % 7
  const shift = Math.floor((cycle + 11 * epact + 22 * weekday) / 451)
  const days = epact + weekday - 7 * shift + 114
  return toDay(year, Math.floor(days / 31), (days % 31) + 1)
}

type FixedHoliday = readonly [date: string, name: string, since?: number]

const national: readonly FixedHoliday[] = [
  ['01-01', 'Confraternização Universal'],
  ['04-21', 'Tiradentes'],
  ['05-01', 'Dia do Trabalho'],
  ['09-07', 'Independência do Brasil'],
  ['10-12', 'Nossa Senhora Aparecida'],
  ['11-02', 'Finados'],
  ['11-15', 'Proclamação da República'],
  // Lei 14.759, of December 2023.
  ['11-20', 'Dia da Consciência Negra', 2024],
  ['12-25', 'Natal'],
]

/** Days after Easter Sunday. */
const byEaster: readonly (readonly [days: number, name: string, kind: HolidayKind])[] = [
  [-48, 'Segunda-feira de Carnaval', 'optional'],
  [-47, 'Carnaval', 'optional'],
  [-2, 'Sexta-feira Santa', 'national'],
  [60, 'Corpus Christi', 'optional'],
]

/**
 * Some states move holidays by law: Acre from Tuesday, Wednesday and Thursday to Friday, Santa Catarina from weekdays to Sunday, Alagoas
 * from Tuesday and Thursday to the weekend beside them.
 */
type Moved = 'friday' | 'sunday' | 'weekend'
type StateHoliday = readonly [date: string, name: string, moved?: Moved]

/**
 * Compared on 2026-11-28 with the packages holidays (vacanza) and workalendar; where these differ, with the sources that stand beside the
 * state. A date was changed where two sources agree. MA, PA and RJ: 8 December is a holiday of their capitals only. PR has none: Lei
 * 18.384/2014 made 19 December optional (tribunapr.com.br 2019; Decreto 12.134/2025).
 */
const ofStates: Readonly<Record<string, readonly StateHoliday[]>> = {
  // Lei 3.137/2016 (20 January; with the 23rd on a Friday it is on the 22nd). Calendars of Epitaciolândia and Santa Rosa do Purus for 2026.
  AC: [
    ['01-20', 'Dia do Católico', 'friday'],
    ['01-23', 'Dia do Evangélico', 'friday'],
    ['03-08', 'Dia Internacional da Mulher', 'friday'],
    ['06-15', 'Aniversário do Acre'],
    ['09-05', 'Dia da Amazônia', 'friday'],
    ['11-17', 'Tratado de Petrópolis', 'friday'],
  ],
  // Lei 7.530/2013 (30 November). Decreto 106.093 for 2026; tribunahoje.com 2021, oalagoano.com.br 2023.
  AL: [
    ['06-24', 'São João'],
    ['06-29', 'São Pedro'],
    ['09-16', 'Emancipação de Alagoas'],
    ['11-30', 'Dia do Evangélico', 'weekend'],
  ],
  // g1.globo.com/am and bol.uol.com.br for 2025 (8 December).
  AM: [
    ['09-05', 'Elevação do Amazonas a província'],
    ['12-08', 'Nossa Senhora da Conceição'],
  ],
  // feriado.net (Macapá), agazetadoamapa.com.br, cleidefreires.com.br. Not 25 July: Lei 1.696/2012 was annulled in 2018 (selesnafes.com).
  AP: [
    ['03-19', 'São José'],
    ['05-15', 'Cabralzinho'],
    ['09-13', 'Criação do Território do Amapá'],
    ['10-05', 'Criação do Estado do Amapá'],
    ['11-30', 'Dia do Evangélico'],
  ],
  BA: [['07-02', 'Independência da Bahia']],
  CE: [
    ['03-19', 'São José'],
    ['03-25', 'Data Magna do Ceará'],
  ],
  DF: [
    ['04-21', 'Aniversário de Brasília'],
    ['11-30', 'Dia do Evangélico'],
  ],
  // colunadamanha.com.br 2025 (26 July); 24 October has no second source. 28 October is the day of public servants.
  GO: [
    ['07-26', 'Fundação da Cidade de Goiás'],
    ['10-24', 'Pedra Fundamental de Goiânia'],
  ],
  MA: [['07-28', 'Adesão do Maranhão à Independência']],
  MG: [['04-21', 'Data Magna de Minas Gerais']],
  // jd1noticias.com on the decree for 2024.
  MS: [['10-11', 'Criação de Mato Grosso do Sul']],
  PA: [['08-15', 'Adesão do Pará à Independência']],
  PB: [['08-05', 'Fundação da Paraíba']],
  PE: [
    ['03-06', 'Data Magna de Pernambuco'],
    ['06-24', 'São João'],
  ],
  // Decreto 24.285 for 2026: 13 March is none.
  PI: [['10-19', 'Dia do Piauí']],
  RJ: [['04-23', 'São Jorge']],
  // Decreto 33.302 for 2024, 34.300 for 2025. 29 June is optional; Lei 7.831/2000 makes 7 August none.
  RN: [['10-03', 'Mártires de Cunhaú e Uruaçu']],
  // Not 18 June: annulled in 2020 (ADI 3940; Decreto 25.129).
  RO: [['01-04', 'Criação de Rondônia']],
  RR: [['10-05', 'Criação de Roraima']],
  RS: [['09-20', 'Revolução Farroupilha']],
  SC: [
    ['08-11', 'Criação da Capitania de Santa Catarina', 'sunday'],
    ['11-25', 'Santa Catarina de Alexandria', 'sunday'],
  ],
  SE: [['07-08', 'Emancipação de Sergipe']],
  SP: [['07-09', 'Revolução Constitucionalista']],
  TO: [
    ['03-18', 'Autonomia do Tocantins'],
    ['09-08', 'Nossa Senhora da Natividade'],
    ['10-05', 'Criação do Tocantins'],
  ],
}

/** State holidays that depend on Easter. */
const ofStatesByEaster: Readonly<Record<string, readonly (readonly [days: number, name: string])[]>> = {
  // Lei 11.010/2019: Monday eight days after Easter. Calendar of Anchieta for 2025.
  ES: [[8, 'Nossa Senhora da Penha']],
  RJ: [[-47, 'Carnaval']],
}

function move(day: number, moved: Moved | undefined): number {
  const weekday = weekdayOf(day)
  if (moved === 'friday' && weekday >= 2 && weekday <= 4) return day + 5 - weekday
  if (moved === 'sunday' && weekday >= 1 && weekday <= 6) return day + 7 - weekday
  if (moved === 'weekend' && weekday === 2) return day - 1
  if (moved === 'weekend' && weekday === 4) return day + 1
  return day
}

/** Where the day that a holiday is moved to is one already, Acre's calendars for 2026 keep it on its own day, or on the day before. */
function listOfState(year: number, state: string): Holiday[] {
  const on = (date: string) => toDay(year, Number(date.slice(0, 2)), Number(date.slice(3)))
  const all = ofStates[state] ?? []
  const ofState = new Set(all.map(([date]) => on(date)))
  const ofNation = new Set(national.map(([date]) => on(date)))
  return all.map(([date, name, moved]) => {
    const own = on(date)
    const next = move(own, moved)
    const isTaken = next !== own && ofState.has(next)
    const day = next !== own && ofNation.has(next) ? own : next
    return { date: toDate(isTaken ? next - 1 : day), name, kind: 'state' }
  })
}

/** By date, one per date: a national holiday before one of the state, and both before an optional day. */
export function listHolidays(year: number, state: string): Holiday[] {
  const easter = computeEasterDay(year)
  const on = (date: string) => toDay(year, Number(date.slice(0, 2)), Number(date.slice(3)))
  const all: readonly Holiday[] = [
    ...national
      .filter(([, , since = 0]) => year >= since)
      .map(([date, name]): Holiday => ({ date: toDate(on(date)), name, kind: 'national' })),
    ...byEaster.map(([days, name, kind]): Holiday => ({ date: toDate(easter + days), name, kind })),
    ...listOfState(year, state),
    ...(ofStatesByEaster[state] ?? []).map(
      ([days, name]): Holiday => ({ date: toDate(easter + days), name, kind: 'state' }),
    ),
  ]
  const ranks: readonly HolidayKind[] = ['optional', 'state', 'national']
  const ranked = all.toSorted((one, other) => ranks.indexOf(one.kind) - ranks.indexOf(other.kind))
  return [...new Map(ranked.map((holiday) => [holiday.date, holiday])).values()].toSorted((one, other) =>
    one.date.localeCompare(other.date),
  )
}

/** Those of the next year, beginning with today: each comes into view once a year. */
export function listUpcomingHolidays({ state, today }: { state: string; today: string }): Holiday[] {
  const year = Number(today.slice(0, 4))
  const all = [year, year + 1].flatMap((each) => listHolidays(each, state))
  return all.filter(({ date }) => date >= today && date < `${year + 1}${today.slice(4)}`)
}
