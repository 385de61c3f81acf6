import { clsx } from 'clsx'
import { type ReactNode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { deviceTimeZone, toLocalTime } from '../lib/local-time.ts'
import { createStoredValue } from '../lib/use-stored-value.ts'
import { isBusy } from './app-updates.ts'
import { Button, IconButton } from './button.tsx'
import { Icon } from './icon.tsx'
import { RulerLine } from './ruler.tsx'

type InstallPrompt = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }
/** Set by the page's first script (lib/lazy-part.ts), which is earlier than any of our modules. */
type PromptWindow = Window & { installPrompt?: InstallPrompt }

/** `promptedAt` as an instant; `days` on which someone of the staff used this browser, the first three. */
type PromptRecord = { promptedAt?: string; days: string[] }
type InstallWay = 'prompt' | 'share'

const PAUSE_MS = 90 * 86_400_000
const DAY_MS = 86_400_000
const STAFF_DAYS = 3
/** The page is read first. */
const DELAY_MS = 1_500

const storedRecord = createStoredValue<PromptRecord>({ key: 'installPrompt', parse: parseRecord })

function parseRecord(text: string): PromptRecord | undefined {
  const { promptedAt, days } = JSON.parse(text) as Partial<PromptRecord>
  return Array.isArray(days) ? { promptedAt, days } : undefined
}

/** After a booking, or from the third day as staff; not within 90 days of the last prompt, whatever became of it. */
export function isPromptDue({ promptedAt, days }: PromptRecord, reason: 'booking' | 'staff', now: Date) {
  const isPaused = promptedAt !== undefined && now.getTime() - Date.parse(promptedAt) < PAUSE_MS
  return !isPaused && (reason === 'booking' || days.length >= STAFF_DAYS)
}

/** The record with today among the days. */
export function addDay(record: PromptRecord, now: Date): PromptRecord {
  const day = toLocalTime(now, deviceTimeZone()).date
  if (record.days.includes(day) || record.days.length >= STAFF_DAYS) return record
  return { ...record, days: [...record.days, day] }
}

/** How this browser installs an app: by a prompt of its own, by the share menu of iOS, or not at all. */
export function findInstallWay(): InstallWay | undefined {
  const { standalone, userAgent, maxTouchPoints } = navigator as Navigator & { standalone?: boolean }
  if (standalone || window.matchMedia('(display-mode: standalone)').matches) return undefined
  if ((window as PromptWindow).installPrompt) return 'prompt'
  // An iPad calls itself a Mac.
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1) ? 'share' : undefined
}

/** Whether the installation is about to be offered here, or was within a day: nothing else is offered then. */
export function isInstallPromptNear(reason: 'booking' | 'staff', now: Date) {
  const record = storedRecord.read() ?? { days: [] }
  const isRecent = record.promptedAt !== undefined && now.getTime() - Date.parse(record.promptedAt) < DAY_MS
  return isRecent || (findInstallWay() !== undefined && isPromptDue(record, reason, now))
}

/** Counts the day of someone of the staff and offers from the third. Called once per page load. */
export function promptStaff() {
  storedRecord.write(addDay(storedRecord.read() ?? { days: [] }, new Date()))
  setTimeout(() => {
    // Not over a form or a dialog that is open.
    const way = isBusy() ? undefined : takeOffer('staff')
    if (way) mountPrompt(way)
  }, DELAY_MS)
}

/** The way to install it if that is to be offered now; the next offer comes 90 days later. */
function takeOffer(reason: 'booking' | 'staff') {
  const record = storedRecord.read() ?? { days: [] }
  const way = findInstallWay()
  if (!way || !isPromptDue(record, reason, new Date())) return undefined
  storedRecord.write({ ...record, promptedAt: new Date().toISOString() })
  return way
}

/** Offers the installation below the result of a booking, which it must not cover. */
export function InstallOffer() {
  const [way, setWay] = useState<InstallWay>()

  useEffect(() => {
    const offered = takeOffer('booking')
    if (offered) setWay(offered)
  }, [])

  return way && <InstallDialog way={way} onClose={() => setWay(undefined)} className="mt-4" />
}

/** In a root of its own: no page waits for it, and it stays while the user moves between pages. */
function mountPrompt(way: InstallWay) {
  const container = document.body.appendChild(Object.assign(document.createElement('div'), { id: 'instalar' }))
  const root = createRoot(container)
  function close() {
    root.unmount()
    container.remove()
  }
  root.render(
    <InstallDialog
      way={way}
      onClose={close}
      className="fixed [@media(height<32rem)]:hidden inset-x-3 bottom-18 z-40 mx-auto max-w-md animate-rise shadow-float lg:right-4 lg:bottom-4 lg:left-auto"
    />,
  )
}

async function install(onClose: () => void) {
  const holder = window as PromptWindow
  const { installPrompt } = holder
  // A prompt can be shown once.
  delete holder.installPrompt
  onClose()
  await installPrompt?.prompt()
}

type InstallDialogProps = { way: InstallWay; onClose: () => void; className?: string }

export function InstallDialog({ way, onClose, className }: InstallDialogProps) {
  const [isExplained, setExplained] = useState(false)
  return (
    <section
      aria-labelledby="instalar-titulo"
      className={clsx('rounded-card border border-line bg-card p-4 print:hidden', className)}
    >
      <div className="flex items-start gap-3">
        <img src="/icon-192.png" alt="" width={44} height={44} />
        <div className="min-w-0 flex-1">
          <h2 id="instalar-titulo" className="text-lg">
            Na Régua na sua tela inicial
          </h2>
          <RulerLine steps={12} className="mt-1 w-32" />
        </div>
        <IconButton label="Fechar" className="-m-2" onClick={onClose}>
          <Icon name="close" />
        </IconButton>
      </div>
      <p className="mt-3 text-mute">Abre com um toque e mostra sua agenda mesmo sem rede. Sem loja de aplicativos.</p>
      {isExplained && <ShareSteps />}
      <div className="mt-4 flex justify-end gap-2">
        {!isExplained && (
          <Button variant="ghost" onClick={onClose}>
            Agora não
          </Button>
        )}
        {way === 'prompt' && <Button onClick={() => void install(onClose)}>Instalar</Button>}
        {way === 'share' && !isExplained && <Button onClick={() => setExplained(true)}>Como instalar</Button>}
        {isExplained && (
          <Button variant="ink" onClick={onClose}>
            Entendi
          </Button>
        )}
      </div>
    </section>
  )
}

/** As Safari draws them: a square with an arrow, and a square with a plus. */
const symbols = {
  share: 'M12 14.5V3M8 6.5L12 2.5l4 4M8.500 9.5H5.5v11h13v-11h-3',
  add: 'M4.5 4.5h15v15h-15zM12 8.500v7M8.500 12h7',
}

function Step({ symbol, children }: { symbol: keyof typeof symbols; children: ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        className="size-11 shrink-0 rounded-control border border-line bg-sunken p-2 text-navy"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d={symbols[symbol]} />
      </svg>
      <span>{children}</span>
    </li>
  )
}

/** iOS has no prompt: only its share menu adds a page to the home screen. */
function ShareSteps() {
  return (
    <ol className="mt-4 grid gap-3">
      <Step symbol="share">
        Toque em <strong>Compartilhar</strong>, na barra do navegador ou no menu dele.
      </Step>
      <Step symbol="add">
        Escolha <strong>Adicionar à Tela de Início</strong> e confirme.
      </Step>
    </ol>
  )
}
