import type { OwnQueueEntry, QueueClosure, QueueState } from '@na-regua/contract/queue'
import { formatCount, formatInstantInSentence, formatWait } from '../../lib/format.ts'

/** A wait is not known more exactly. */
const STEP_MS = 5 * 60_000

/** The queue in one line: 'Espera de 15 a 25 min', 'Espera longa agora', 'Sem espera agora', 'Atende sem hora'. */
export function describeQueue({ closure, wait }: Pick<QueueState, 'closure' | 'wait'>): string {
  if (closure) return closures[closure].title
  const range = formatWait(wait)
  if (!range) return 'Atende sem hora'
  if (range === 'sem espera') return 'Sem espera agora'
  return range === 'longa' ? 'Espera longa agora' : `Espera de ${range}`
}

/** Why the queue takes no entry, and what to do instead. */
export const closures: Record<QueueClosure, { title: string; text: string }> = {
  off: { title: 'Sem fila', text: 'Esta barbearia não usa a fila por aqui. Dá para marcar um horário.' },
  closed: {
    title: 'Fila fechada agora',
    text: 'Ela abre junto com o atendimento. Enquanto isso, dá para marcar um horário.',
  },
  full: { title: 'Fila cheia agora', text: 'Tente daqui a pouco, ou marque um horário.' },
}

/**
 * What follows from the position: 'Venha às 15h20', or for who is next when that will be. To five minutes. Undefined where the wait has no
 * number.
 */
export function describeComing({ position, comeAt, wait, timeZone }: Coming) {
  if (!comeAt || !wait || formatWait(wait) === 'longa') return undefined
  const earliest = Date.parse(comeAt) / STEP_MS
  const middle = earliest + ((wait.toMin - wait.fromMin) / 2) * (60_000 / STEP_MS)
  const time = (steps: number) => formatInstantInSentence(new Date(steps * STEP_MS), timeZone)
  return position === 1
    ? `Sua vez é por volta de ${time(Math.round(middle))}`
    : `Venha às ${time(Math.floor(earliest))}`
}

type Coming = Pick<OwnQueueEntry, 'position' | 'comeAt' | 'wait' | 'timeZone'>

/** '3 esperando', 'ninguém esperando'. */
export function describeLength(length: number): string {
  return length === 0 ? 'ninguém esperando' : formatCount(length, 'esperando', 'esperando')
}

export const isOpenEntry = ({ status }: Pick<OwnQueueEntry, 'status'>) => status === 'WAITING' || status === 'CALLED'

/** A call lasts no longer: a device whose clock is wrong counts down from there. */
export const MAX_CALL_SECONDS = 3_600

const HOUR_MS = 3_600_000
/** A wait is over by then. */
const STORED_HOURS = 3
/** No entry is open for longer. */
const OPEN_HOURS = 12

/** An entry as this device saw it at `at`, in milliseconds. */
export type StoredEntry = { entry: OwnQueueEntry; at: number }

/** Undefined for an entry that is probably over. */
export function parseStoredEntry(text: string, now: number): StoredEntry | undefined {
  const { entry, at } = JSON.parse(text) as Partial<StoredEntry>
  const isPresent = at !== undefined && Math.abs(now - at) <= STORED_HOURS * HOUR_MS
  return isPresent && entry?.token && isOpenEntry(entry) ? { entry, at } : undefined
}

/** What a device joined with at a door. Its id is that of one customer and one visit. */
export type DoorEntry = {
  key: string
  entryId: string
  name: string
  phone?: string | undefined
  at: number
  /** Once it has joined. */
  token?: string | undefined
  isOfAccount?: boolean | undefined
}

/** Undefined for an earlier visit. */
export function parseDoorEntry(text: string, now: number): DoorEntry | undefined {
  const { key, entryId, name, at = 0, ...entry } = JSON.parse(text) as Partial<DoorEntry>
  const hours = entry.token ? OPEN_HOURS : STORED_HOURS
  return key && entryId && name && now - at <= hours * HOUR_MS ? { key, entryId, name, at, ...entry } : undefined
}

/** How far the server's clock is ahead of this device's, in milliseconds: that of a television is often wrong. */
export function getClockOffset({ data, dataUpdatedAt }: { data?: { serverTime: string }; dataUpdatedAt: number }) {
  // Stored data may be of a version without it.
  return data?.serverTime ? Date.parse(data.serverTime) - dataUpdatedAt : 0
}

/** The title of the browser's tab, which is read while another one is open. */
export function entryPageTitle({ status, position }: Pick<OwnQueueEntry, 'status' | 'position'>): string {
  if (status === 'CALLED') return 'É a sua vez'
  return status === 'WAITING' && position !== null ? `${position}º` : 'Seu lugar na fila'
}

/** 125: '2:05'. */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** What happens to a called customer who does not come in time. */
export function describeLateness(slidesLeft: number): string {
  return slidesLeft > 0
    ? 'Se não der tempo, seu lugar vai um pouco para trás.'
    : 'Se não der tempo, você sai da fila e pode entrar de novo.'
}

type Ending = { title: string; text: string; canJoin: boolean }

/** How an entry ended, and whether joining again is what comes next. */
export function describeEnding(entry: Pick<OwnQueueEntry, 'status' | 'barbershop'>): Ending | undefined {
  const shop = entry.barbershop.name
  const endings: Partial<Record<OwnQueueEntry['status'], Ending>> = {
    SERVED: { title: 'Bom atendimento', text: `Sua vez na ${shop} chegou. Até a próxima.`, canJoin: false },
    LEFT: { title: 'Você saiu da fila', text: `Seu lugar na ${shop} ficou livre. Mudou de ideia?`, canJoin: true },
    REMOVED: {
      title: 'Você não está mais na fila',
      text: `A equipe da ${shop} tirou seu nome. Se foi engano, fale com ela ou entre de novo.`,
      canJoin: true,
    },
    MISSED: {
      title: 'Sua vez passou',
      text: `A ${shop} chamou e o tempo para chegar terminou. Você pode entrar de novo.`,
      canJoin: true,
    },
    EXPIRED: {
      title: 'A fila fechou',
      text: `A ${shop} encerrou a fila de hoje. Dá para marcar um horário para outro dia.`,
      canJoin: false,
    },
  }
  return endings[entry.status]
}

/** By how much a display moves what it shows, another way each minute and in a circle, so that nothing burns in. */
export function burnInOffset(now: Date, radius: number) {
  const angle = (Math.floor(now.getTime() / 60_000) % 12) * (Math.PI / 6)
  return { x: Math.round(radius * Math.cos(angle)), y: Math.round(radius * Math.sin(angle)) }
}
