import { MAX_OFFERS_PER_DAY } from '@na-regua/contract/waitlist'
import { PAUSE_MIN } from '../server/src/features/waitlist/matching/queries.ts'
import { offerableTime, offerWindowMin } from '../server/src/features/waitlist/matching/rules.ts'
import {
  drawReaction,
  type FreedSlot,
  PLAYED_DAYS,
  type SimulatedRequest,
  type SimulatedTown,
  WARM_UP_DAYS,
  wants,
} from './simulated-requests.ts'

/** `offers`: one person at a time, as the product. `mass`: one message to all who want the time, the first reply wins. */
type OfferRule = 'offers' | 'mass'
/** The totals of slots with a lead of at least two hours, and of people who waited in the measured days. */
export type OfferTotals = {
  slots: number
  /** With at least one request when they became free, and how many there were. */
  wanted: number
  waiting: number
  refilled: number
  /** Minutes from the cancellation to the reply that took it, of all refilled. */
  refillMin: number
  messages: number
  /** People who were sent a message, and the most that one was sent on one day. */
  people: number
  mostADay: number
  /** Replies, and those that came too late: the window was over, or another person was first. */
  replies: number
  lateReplies: number
}

const DAY = 1440
const timeZone = 'America/Sao_Paulo'
/** Local midnight; the zone has no clock change. */
const firstMidnight = Date.parse('2026-03-02T03:00:00Z')
const toDate = (minute: number) => new Date(firstMidnight + minute * 60_000)

type Person = { isAsked: boolean; sentAt: number[] }
type Play = {
  town: SimulatedTown
  number: number
  acceptance: number
  people: Person[]
  fulfilled: Set<number>
  /** In the order of time. */
  agenda: { at: number; run: () => void }[]
  totals: OfferTotals
}
export type OfferOptions = { number: number; acceptance: number; rule: OfferRule }

/** Plays all days of a town under one rule. */
export function simulateOffers(town: SimulatedTown, { number, acceptance, rule }: OfferOptions): OfferTotals {
  const totals = createOfferTotals()
  const people = Array.from({ length: town.people }, (): Person => ({ isAsked: false, sentAt: [] }))
  const play: Play = { town, number, acceptance, people, fulfilled: new Set(), agenda: [], totals }
  const offer = rule === 'offers' ? offerNext : sendToAll
  for (const slot of town.slots) plan(play, slot.freedAt, () => begin(play, slot, offer))
  // What is planned while it runs is inserted at its place.
  for (let index = 0; index < play.agenda.length; index++) play.agenda[index]?.run()
  for (const { sentAt } of people)
    countPerson(
      totals,
      sentAt.filter((at) => at >= WARM_UP_DAYS * DAY),
    )
  return totals
}

export const createOfferTotals = (): OfferTotals => ({
  slots: 0,
  wanted: 0,
  waiting: 0,
  refilled: 0,
  refillMin: 0,
  messages: 0,
  people: 0,
  mostADay: 0,
  replies: 0,
  lateReplies: 0,
})

export function addOfferTotals(sum: OfferTotals, one: OfferTotals): void {
  for (const key of Object.keys(one) as (keyof OfferTotals)[])
    sum[key] = key === 'mostADay' ? Math.max(sum[key], one[key]) : sum[key] + one[key]
}

function plan({ agenda }: Play, at: number, run: () => void) {
  let low = 0
  let high = agenda.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((agenda[middle] as { at: number }).at <= at) low = middle + 1
    else high = middle
  }
  agenda.splice(low, 0, { at, run })
}

const isMeasured = ({ freedAt, start }: FreedSlot) =>
  freedAt >= WARM_UP_DAYS * DAY && start < PLAYED_DAYS * DAY && start - freedAt >= 120

/** A slot with all requests that want it, and which people had an offer of it. */
type Freed = { slot: FreedSlot; requests: readonly SimulatedRequest[]; passed: Set<number> }
type OfferFreed = (play: Play, freed: Freed, at: number) => void

function begin(play: Play, slot: FreedSlot, offer: OfferFreed) {
  const requests = play.town.requests.filter((request) => wants(request, slot))
  if (isMeasured(slot)) {
    play.totals.slots += 1
    const open = requests.filter((request) => isOpen(play, request, slot.freedAt)).length
    play.totals.waiting += open
    if (open > 0) play.totals.wanted += 1
  }
  offer(play, { slot, requests, passed: new Set() }, slot.freedAt)
}

const isOpen = ({ fulfilled }: Play, { id, madeAt }: SimulatedRequest, at: number) => madeAt <= at && !fulfilled.has(id)

/** False: later, or never. The rule of the product decides, for both. */
function isSendable(play: Play, slot: FreedSlot, at: number, retry: (at: number) => void): boolean {
  const span = { from: toDate(slot.start), until: toDate(slot.start + slot.minutes), timeZone, bookingWindowDays: 60 }
  const time = offerableTime(span, toDate(at))
  const [from, until] = time?.during ?? [0, 0]
  if (until > from && from <= firstMidnight / 60_000 + slot.start) return true
  const morning = time?.restFrom
  if (morning) {
    const later = (morning.getTime() - firstMidnight) / 60_000
    plan(play, later, () => retry(later))
  }
  return false
}

/** The best of who wants it and may have an offer now, in the order of the product. */
function offerNext(play: Play, freed: Freed, at: number) {
  const { slot, requests, passed } = freed
  const windowMin = offerWindowMin(toDate(slot.start), toDate(at))
  if (windowMin === 0 || !isSendable(play, slot, at, (later) => offerNext(play, freed, later))) return
  const [best] = requests
    .filter((request) => isOpen(play, request, at) && !passed.has(request.person))
    .filter((request) => mayBeOffered(play.people[request.person] as Person, at))
    .sort((a, b) => a.rank - b.rank || Number(b.isFavorite) - Number(a.isFavorite) || a.madeAt - b.madeAt)
  if (!best) return
  passed.add(best.person)
  const person = play.people[best.person] as Person
  send(play, person, at)
  person.isAsked = true
  const { minutes, reply } = drawReaction(play.number, play.acceptance, slot, best)
  const isInTime = reply !== 'silence' && minutes <= windowMin
  countReply(play, slot, reply === 'accept', !isInTime)
  const endsAt = at + (isInTime ? minutes : windowMin)
  plan(play, endsAt, () => {
    person.isAsked = false
    if (isInTime && reply === 'accept') take(play, slot, best, endsAt)
    else offerNext(play, freed, endsAt)
  })
}

function mayBeOffered({ isAsked, sentAt }: Person, at: number): boolean {
  const midnight = Math.floor(at / DAY) * DAY
  const isRested = at - (sentAt.at(-1) ?? Number.NEGATIVE_INFINITY) >= PAUSE_MIN
  return !isAsked && isRested && sentAt.filter((sent) => sent >= midnight).length < MAX_OFFERS_PER_DAY
}

/** To everyone who wants it, once each, at an hour at which the product would offer it. The others learn that it is gone. */
function sendToAll(play: Play, freed: Freed, at: number) {
  const { slot, requests } = freed
  if (!isSendable(play, slot, at, (later) => sendToAll(play, freed, later))) return
  const open = requests.filter((request) => isOpen(play, request, at))
  const byPerson = [...new Map(open.map((request) => [request.person, request])).values()]
  const replies = byPerson
    .map((request) => ({ request, ...drawReaction(play.number, play.acceptance, slot, request) }))
    .filter(({ reply }) => reply === 'accept')
    .sort((a, b) => a.minutes - b.minutes)
  for (const request of byPerson) send(play, play.people[request.person] as Person, at)
  let isTaken = false
  for (const { request, minutes } of replies)
    plan(play, at + minutes, () => {
      // Who has found a time since does not reply.
      if (!isOpen(play, request, at + minutes)) return
      countReply(play, slot, true, isTaken || at + minutes >= slot.start)
      if (!isTaken && at + minutes < slot.start) {
        isTaken = true
        take(play, slot, request, at + minutes)
      }
    })
}

function send({ totals }: Play, person: Person, at: number) {
  person.sentAt.push(at)
  if (at >= WARM_UP_DAYS * DAY) totals.messages += 1
}

function countReply({ totals }: Play, slot: FreedSlot, wouldCome: boolean, isLate: boolean) {
  if (!wouldCome || !isMeasured(slot)) return
  totals.replies += 1
  if (isLate) totals.lateReplies += 1
}

function take({ totals, fulfilled }: Play, slot: FreedSlot, request: SimulatedRequest, at: number) {
  fulfilled.add(request.id)
  if (!isMeasured(slot)) return
  totals.refilled += 1
  totals.refillMin += at - slot.freedAt
}

function countPerson(totals: OfferTotals, sentAt: readonly number[]) {
  if (sentAt.length === 0) return
  totals.people += 1
  const perDay = Map.groupBy(sentAt, (at) => Math.floor(at / DAY))
  totals.mostADay = Math.max(totals.mostADay, ...[...perDay.values()].map((sent) => sent.length))
}
