import type { UseQueryResult } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { type ReactNode, useEffect, useRef } from 'react'
import { hasCode } from '../../lib/api-error.ts'
import { formatInstantInSentence } from '../../lib/format.ts'
import { chooseTheme, useTheme } from '../../lib/theme.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { formatAsOf, useStaleSince } from '../../ui/stale-notice.tsx'
import { enableSound, playCall, useIsSoundOn } from './called-entry.tsx'
import { useQueueEvents } from './queries.ts'
import { burnInOffset, getClockOffset } from './rules.ts'
import { type ScreenData, ScreenQueue } from './screen-queue.tsx'

const MINUTE = 60_000
/** Two responses are missing then. */
const STALE_MS = 2.5 * MINUTE
/** After this long without a response times would be wrong: none is shown. */
const UNKNOWN_MS = 5 * MINUTE

/** Who is called, who waits, when barbers are free. */
export function ScreenView({ query }: { query: UseQueryResult<ScreenData> }) {
  const { data, error, dataUpdatedAt } = query
  const deviceNow = useNow()
  const failedSince = useStaleSince(query)
  useQueueEvents(data?.barbershop.id)
  useNewCalls(data?.called, playCall)
  if (hasCode(error, 'LINK_INVALID')) return <InvalidScreen />
  if (!data)
    return (
      <ScreenMessage title={error ? 'Sem conexão' : 'Abrindo a tela'}>
        {error ? 'Tentando de novo a cada minuto.' : 'Só um instante.'}
      </ScreenMessage>
    )
  const age = deviceNow.getTime() - dataUpdatedAt
  const staleSince = failedSince ?? (age > STALE_MS ? dataUpdatedAt : undefined)
  const offset = getClockOffset(query)
  const now = new Date(deviceNow.getTime() + offset)
  return (
    <ScreenFrame>
      <Header name={data.barbershop.name} time={formatInstantInSentence(now.toISOString(), data.timeZone)} />
      <div role="status">
        {staleSince !== undefined && (
          <p className="mt-[0.4em] rounded-card bg-brass-soft px-[0.6em] py-[0.3em] text-[0.75em] text-brass tabular-nums">
            Sem conexão. Como estava {formatAsOf(staleSince + offset, now, data.timeZone)}
          </p>
        )}
      </div>
      <ScreenQueue data={data} now={age > UNKNOWN_MS ? undefined : now} />
    </ScreenFrame>
  )
}

type Call = { id: string; calledAt: string }

/** Runs `onCall` when a customer is called after the page has shown the calls before. */
function useNewCalls(calls: readonly Call[] | undefined, onCall: () => void) {
  const known = useRef<readonly string[]>(undefined)
  useEffect(() => {
    if (!calls) return
    const ids = calls.map(({ id, calledAt }) => `${id} ${calledAt}`)
    const before = known.current
    known.current = ids
    if (before && ids.some((id) => !before.includes(id))) onCall()
  }, [calls, onCall])
}

/** All sizes follow the display: names are legible from four metres. */
function ScreenFrame({ children }: { children: ReactNode }) {
  const { x, y } = burnInOffset(useNow(), 7)
  return (
    <div className="min-h-dvh overflow-hidden bg-paper text-[length:max(1.125rem,min(2.7vw,2.1vh))] landscape:text-[length:max(1.125rem,min(2.2vw,3.9vh))] leading-tight text-ink landscape:lg:h-dvh">
      <div
        className="flex min-h-dvh flex-col p-[max(1rem,0.8em)] landscape:lg:h-dvh"
        style={{ transform: `translate(${x}px, ${y}px)` }}
        suppressHydrationWarning
      >
        {children}
      </div>
    </div>
  )
}

export function InvalidScreen() {
  return (
    <ScreenMessage title="Este link da tela não vale mais">
      Ele foi trocado ou copiado pela metade. Abra o link novo, que está nas configurações da fila.
    </ScreenMessage>
  )
}

function ScreenMessage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <ScreenFrame>
      <div className="flex justify-end">
        <Controls />
      </div>
      <div role="status" className="m-auto max-w-[22em] text-center">
        <h1 className="text-[1.8em] leading-tight">{title}</h1>
        <p className="mt-[0.6em] text-mute">{children}</p>
      </div>
    </ScreenFrame>
  )
}

function toggleFullScreen() {
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen?.()
  change?.catch(() => undefined)
}

/** A screen is set up once, with a remote control or a finger. */
function Controls() {
  const isLight = useTheme() === 'light'
  const isSoundOn = useIsSoundOn()
  return (
    <div className="flex shrink-0 items-center text-mute">
      {/* One button: any key turns the sound on, also the one that moves the focus here. */}
      <Button
        variant="ghost"
        aria-label={isSoundOn ? 'Ouvir o som' : undefined}
        onClick={isSoundOn ? playCall : enableSound}
      >
        <span
          className={clsx('flex items-center gap-2', !isSoundOn && 'text-brass landscape:lg:text-[max(1rem,1.3vw)]')}
        >
          <Icon name="bell" className="size-[max(1.2em,1.25rem)]" isFilled={isSoundOn} />
          {!isSoundOn && 'Sem som: toque para ligar'}
        </span>
      </Button>
      <IconButton
        label={isLight ? 'Tela escura' : 'Tela clara'}
        onClick={() => chooseTheme(isLight ? 'dark' : 'light')}
      >
        <Icon name={isLight ? 'moon' : 'sun'} />
      </IconButton>
      <IconButton label="Tela cheia" onClick={toggleFullScreen}>
        <Icon name="device" />
      </IconButton>
    </div>
  )
}

function Header({ name, time }: { name: string; time: string }) {
  return (
    <header className="flex flex-wrap items-center gap-x-[0.8em]">
      <h1 className="min-w-0 flex-1 basis-[40%] truncate text-[1.15em] leading-tight">{name}</h1>
      <div className="max-sm:order-last max-sm:-ml-4">
        <Controls />
      </div>
      <p className="font-display text-[1.4em] leading-none font-extrabold tabular-nums">{time}</p>
    </header>
  )
}
