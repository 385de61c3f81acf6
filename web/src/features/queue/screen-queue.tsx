import { queueApi } from '@na-regua/contract/queue'
import type { Output } from '@na-regua/contract/route'
import { queryOptions } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Suspense } from 'react'
import { api } from '../../lib/api.ts'
import { formatCount, formatInstantInSentence } from '../../lib/format.ts'
import { useNow } from '../../lib/use-now.ts'
import { QrCode } from '../../ui/qr-code.tsx'
import { liveOptions, queueKey } from './queries.ts'
import { burnInOffset } from './rules.ts'

const SCREEN_REFETCH_MS = 60_000

export type ScreenData = Output<typeof queueApi.screen>

/** What the screen of a barbershop shows. No hand reloads it: it is fetched again for as long as it is open. */
export function screenQuery(key: string) {
  return queryOptions({
    queryKey: [...queueKey, 'screen', key],
    queryFn: ({ signal }) => api(queueApi.screen, { params: { key }, signal }),
    ...liveOptions,
    refetchInterval: SCREEN_REFETCH_MS,
    refetchIntervalInBackground: true,
  })
}

const MAX_CALLED = 4
const MAX_WAITING = 10
const MAX_BARBERS = 6

type ScreenQueueProps = {
  data: ScreenData
  /** By the server's clock; undefined while no time can be promised. */
  now: Date | undefined
}

/** Beside each other on a wide display, below each other on a tall one. */
export function ScreenQueue({ data, now }: ScreenQueueProps) {
  const isEmpty = data.called.length + data.waiting.length === 0
  if (isEmpty && (data.closure === 'off' || data.closure === 'closed')) return <ClosedQueue closure={data.closure} />
  return (
    <div className="mt-[0.6em] grid min-h-0 flex-1 content-start gap-[0.8em] landscape:lg:grid-cols-[1.15fr_1fr] landscape:lg:content-stretch">
      <div className="flex min-h-0 min-w-0 flex-col gap-[0.8em]">
        <Called data={data} />
        <div className="flex min-h-0 flex-wrap gap-[0.8em]">
          <Barbers data={data} now={now} />
          <Invitation data={data} />
        </div>
      </div>
      <Waiting data={data} now={now} />
    </div>
  )
}

function ClosedQueue({ closure }: { closure: 'off' | 'closed' }) {
  const { x, y } = burnInOffset(useNow(), 8)
  return (
    <div
      className="m-auto max-w-[22em] text-center"
      // It is there for the whole night, with nothing else on the display.
      style={{ transform: `translate(${x}vmin, ${y}vmin)` }}
    >
      <h2 className="text-[2.2em] leading-none">Fila fechada agora</h2>
      <p className="mt-[0.6em] text-mute">
        {closure === 'off' ? 'A barbearia desligou a fila por aqui.' : 'Ela abre junto com o atendimento.'}
      </p>
    </div>
  )
}

/** A long name is smaller rather than cut: it has to be recognized. */
function sizeOfName(name: string) {
  if (name.length <= 9) return 'text-[3.6em]'
  return name.length <= 16 ? 'text-[2.4em]' : 'text-[1.5em]'
}

function CalledName({ call: { firstName, barberName } }: { call: ScreenData['called'][number] }) {
  const nameClass = 'line-clamp-3 font-display leading-none font-extrabold tracking-[-0.03em] wrap-anywhere'
  return (
    <>
      <p className={clsx(nameClass, sizeOfName(firstName))}>{firstName}</p>
      <p className="mt-[0.3em] line-clamp-3 wrap-anywhere text-[1.4em] font-semibold">com {barberName}</p>
    </>
  )
}

function Called({ data }: { data: ScreenData }) {
  const [latest, ...others] = data.called
  return (
    <section
      aria-labelledby="chamados"
      className={clsx(
        'flex flex-[1_0_auto] flex-col rounded-hero p-[0.8em]',
        latest ? 'bg-red text-on-red' : 'border border-line bg-card',
      )}
    >
      <h2 id="chamados" className="font-sans text-[0.9em] font-semibold tracking-normal">
        {latest ? 'É a vez de' : 'Chamados'}
      </h2>
      <div role="status" className="my-auto min-w-0 py-[0.4em]">
        {latest ? (
          <CalledName call={latest} />
        ) : (
          <p className="text-[1.3em] text-mute">
            {data.waiting.length > 0 ? 'O próximo nome aparece aqui.' : 'Ninguém na fila: é só chegar.'}
          </p>
        )}
      </div>
      {others.length > 0 && (
        <ul className="grid gap-[0.2em] border-t border-current pt-[0.4em] text-[1.1em]">
          {others.slice(0, MAX_CALLED - 1).map(({ id, firstName, barberName }) => (
            <li key={id} className="line-clamp-3 wrap-anywhere">
              <b>{firstName}</b> com {barberName}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type Between = ScreenData['waiting'][number]['between']

/** 'entre 15h10 e 15h25', 'até 15h25' from the earlier time on, 'a qualquer momento' from the later one on. */
function describeBetween(between: Between, now: Date | undefined, timeZone: string): string | undefined {
  if (!between || !now) return undefined
  const { from, to } = between
  const spoken = (instant: string) => formatInstantInSentence(instant, timeZone)
  if (Date.parse(to) <= now.getTime()) return 'a qualquer momento'
  if (Date.parse(from) <= now.getTime()) return `até ${spoken(to)}`
  return from === to ? `às ${spoken(from)}` : `entre ${spoken(from)} e ${spoken(to)}`
}

type WaitingRowProps = { entry: ScreenData['waiting'][number]; time: string | undefined }

function WaitingRow({ entry: { position, firstName, barberName }, time }: WaitingRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-[0.5em] border-t border-line py-[0.25em] first:border-t-0 landscape:lg:max-h-[2.4em] landscape:lg:flex-1 landscape:lg:py-0">
      <span className="w-[1.9em] shrink-0 whitespace-nowrap text-mute tabular-nums">{position}º</span>
      <span className="min-w-0 flex-1 basis-[5em] line-clamp-3 wrap-anywhere font-semibold">
        {firstName}
        {barberName && <span className="text-[0.7em] font-normal text-mute"> com {barberName}</span>}
      </span>
      <span className="shrink-0 text-[0.8em] text-mute tabular-nums empty:hidden max-sm:basis-full max-sm:pl-[3em]">
        {time}
      </span>
    </li>
  )
}

function Waiting({ data: { waiting, closure, timeZone }, now }: ScreenQueueProps) {
  const more = waiting.length - MAX_WAITING
  return (
    <section
      aria-labelledby="na-fila"
      className="flex min-h-0 min-w-0 flex-col rounded-hero border border-line bg-card p-[0.8em]"
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-[0.8em]">
        <h2 id="na-fila" className="text-[1.1em]">
          Na fila
        </h2>
        {closure && (
          <p className="text-[0.7em] text-brass">{closure === 'full' ? 'Fila cheia' : 'Não entra mais gente'}</p>
        )}
      </div>
      {waiting.length === 0 && <p className="mt-[0.6em] text-mute">Ninguém espera agora.</p>}
      <ol className="mt-[0.2em] flex min-h-0 flex-1 flex-col">
        {waiting.slice(0, MAX_WAITING).map((entry) => (
          <WaitingRow key={entry.id} entry={entry} time={describeBetween(entry.between, now, timeZone)} />
        ))}
      </ol>
      {more > 0 && (
        <p className="border-t border-line pt-[0.3em] text-[0.8em] text-mute">
          e mais {formatCount(more, 'pessoa', 'pessoas')}
        </p>
      )}
    </section>
  )
}

type ScreenBarber = ScreenData['barbers'][number]

/** 'livre agora', 'livre às 15h20', 'atendendo'; undefined for one who is not at work, or of whom nothing is known. */
function describeBarber({ isServing, freeAt }: ScreenBarber, now: Date | undefined, timeZone: string) {
  if (!now) return undefined
  if (!freeAt) return isServing ? 'atendendo' : undefined
  if (Date.parse(freeAt) > now.getTime()) return `livre às ${formatInstantInSentence(freeAt, timeZone)}`
  return isServing ? 'termina logo' : 'livre agora'
}

function Barbers({ data: { barbers, timeZone }, now }: ScreenQueueProps) {
  const known = barbers.flatMap((barber) => {
    const state = describeBarber(barber, now, timeZone)
    return state ? [{ name: barber.name, state, freeAt: barber.freeAt }] : []
  })
  // Where not all fit, those who are free first.
  const freeAt = (one: { freeAt: string | null }) => (one.freeAt ? Date.parse(one.freeAt) : Number.MAX_SAFE_INTEGER)
  if (known.length > MAX_BARBERS) known.sort((one, other) => freeAt(one) - freeAt(other))
  if (known.length === 0) return null
  return (
    <section
      aria-label="Barbeiros"
      className="min-w-0 flex-1 basis-[12em] grid content-center overflow-hidden rounded-hero border border-line bg-card px-[0.8em] py-[0.4em]"
    >
      <ul className="grid grid-cols-[repeat(auto-fit,minmax(9.5em,1fr))] gap-x-[1em]">
        {known.slice(0, MAX_BARBERS).map(({ name, state }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two barbers may have one name, and their order is stable.
          <li key={index} className="flex min-w-0 items-baseline justify-between gap-[0.5em] py-[0.25em] text-[0.85em]">
            <span className="min-w-0 line-clamp-3 wrap-anywhere">{name}</span>
            <span
              className={clsx(
                'shrink-0 tabular-nums',
                state === 'livre agora' ? 'font-semibold text-green' : 'text-mute',
              )}
            >
              {state}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A customer who has just come in joins with their phone. */
function Invitation({ data: { doorUrl, closure } }: { data: ScreenData }) {
  if (!doorUrl || closure) return null
  return (
    <section aria-label="Entrar na fila" className="grid content-end justify-items-center gap-[0.3em]">
      <p className="text-[0.8em] font-semibold">Entre na fila</p>
      <Suspense fallback={<div className="size-[max(9rem,5.8em)] rounded-card bg-sunken" />}>
        <QrCode text={doorUrl} label="QR code para entrar na fila" className="size-[max(7rem,5em)]" />
      </Suspense>
    </section>
  )
}
