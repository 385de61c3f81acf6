import { useState } from 'react'
import { formatCount, formatInstantInSentence, formatShortDate } from '../../../lib/format.ts'
import { deviceTimeZone, toLocalTime } from '../../../lib/local-time.ts'
import {
  discardCommand,
  getCommandQueue,
  QUEUED_TEXT,
  type StaffCommand,
  sendQueue,
  useCommandQueue,
  useCommands,
} from '../../../lib/use-commands.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Spinner } from '../../../ui/loading.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { CommandRefusal } from './refusal.tsx'

const REFUSALS_ID = 'recusas'
const BAR_ID = 'fila'

const describeRefused = (count: number) => formatCount(count, 'ação não foi aceita', 'ações não foram aceitas')
const showRefusals = () => document.getElementById(REFUSALS_ID)?.scrollIntoView({ block: 'center' })

/** The page may be scrolled away from the refusals, which are at its top. */
function announceRefusals(count: number) {
  showToast({
    tone: 'error',
    title: describeRefused(count),
    action: { label: 'Ver o que houve', onClick: showRefusals },
  })
}

/** Takes back what was not sent yet. */
export async function takeBack(id: string) {
  if (await discardCommand(id)) return
  showToast({ tone: 'info', title: 'Já está sendo enviada', text: 'Espere a resposta do servidor.' })
}

/** Sends what is stored on a page without the bar, and says what was refused or still waits. `onShow` opens a page with it. */
export async function sendOnOpen(userId: string, onShow: () => void) {
  const { countUnsentCommands } = await import('@na-regua/offline')
  const { count } = await countUnsentCommands(userId)
  if (count === 0 || document.getElementById(REFUSALS_ID)) return
  const queue = await getCommandQueue()
  await queue.send()
  const states = (await queue.list()).map(({ state }) => state)
  const [refused, pending] = (['refused', 'pending'] as const).map((one) => states.filter((state) => state === one))
  const action = { label: 'Ver na agenda', onClick: onShow }
  if (refused?.length) showToast({ tone: 'error', title: describeRefused(refused.length), action })
  else if (pending?.length)
    showToast({
      tone: 'info',
      title: formatCount(pending.length, 'ação guardada', 'ações guardadas'),
      text: QUEUED_TEXT,
      action,
    })
}

/** What had the focus is gone: the next refusal has it, else the bar, else the page. */
function focusNext() {
  const next = document.querySelector<HTMLElement>(`#${REFUSALS_ID} section`)
  const target = next ?? document.getElementById(BAR_ID) ?? document.querySelector<HTMLElement>('main')
  target?.focus({ preventScroll: true })
}

/** What staff did without a network, on each of their pages: refusals first, then how many acts wait. */
export function CommandBar() {
  useCommandQueue(announceRefusals)
  const { pending, refused, isOffline, isSending } = useCommands()
  const [isOpen, setOpen] = useState(false)
  const isBusy = isSending && !isOffline
  const sending = `Enviando ${formatCount(pending.length, 'ação', 'ações')}`
  const stored = `${isOffline ? 'Sem rede · ' : ''}${formatCount(pending.length, 'ação guardada', 'ações guardadas')}`
  const waiting = isBusy ? sending : stored
  const text = pending.length > 0 ? waiting : describeRefused(refused.length)
  return (
    <>
      <div id={REFUSALS_ID} role="alert" className="mb-4 grid grid-cols-1 gap-3 empty:hidden">
        {refused.map((command) => (
          <CommandRefusal key={command.id} command={command} onDone={focusNext} />
        ))}
      </div>
      {pending.length + refused.length > 0 && (
        <button
          type="button"
          id={BAR_ID}
          onClick={() => (pending.length > 0 ? setOpen(true) : showRefusals())}
          className="sticky top-2 z-30 mb-4 flex min-h-11 w-full items-center gap-2 rounded-control border border-dashed border-edge bg-card px-4 text-left text-sm font-semibold shadow-float hover:bg-sunken"
        >
          {isBusy ? <Spinner className="size-4.5" /> : <Icon name="clock" className="size-4.5 shrink-0" />}
          <span className="min-w-0 flex-1">{text}</span>
          <span className="text-navy underline underline-offset-2">Ver</span>
        </button>
      )}
      <p role="status" className="sr-only">
        {pending.length > 0 && text}
      </p>
      <QueueDialog isOpen={isOpen && pending.length > 0} onClose={() => setOpen(false)} />
    </>
  )
}

const waitingText = 'Está tudo guardado neste aparelho e vai, nesta ordem, quando a rede voltar.'
/** Where no network helps. */
const obstacles: Partial<Record<ReturnType<typeof useCommands>['queue'], string>> = {
  outdated: 'Atualize o aplicativo para enviar. Está tudo guardado neste aparelho.',
  unauthenticated: 'Entre de novo para enviar. Está tudo guardado neste aparelho.',
}

/** 'às 10h15', with the day if it is another one. */
function describeMoment(instant: string, timeZone: string, now: Date) {
  const { date } = toLocalTime(new Date(instant), timeZone)
  const day = date === toLocalTime(now, timeZone).date ? '' : `${formatShortDate(date)}, `
  return `${day}às ${formatInstantInSentence(instant, timeZone)}`
}

function QueueDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { pending, isSending, isOffline, queue } = useCommands()
  const footer = (
    <Button variant="ink" isWide isBusy={isSending && !isOffline} onClick={() => void sendQueue()}>
      Enviar agora
    </Button>
  )
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Na fila" footer={footer}>
      <p className="mb-3 text-sm text-mute">
        {obstacles[queue] ??
          (isOffline ? waitingText : 'Está tudo guardado neste aparelho e sendo enviado nesta ordem.')}
      </p>
      <ol className="grid grid-cols-1 divide-y divide-line">
        {pending.map((command) => (
          <QueueRow key={command.id} command={command} />
        ))}
      </ol>
    </Dialog>
  )
}

function QueueRow({ command: { id, command, preview } }: { command: StaffCommand }) {
  const now = useNow()
  return (
    <li className="flex items-center gap-3 py-2">
      <p className="min-w-0 flex-1 wrap-anywhere">
        <span className="font-semibold">{preview.act}</span> · {preview.name}
        <span className="block text-sm text-mute tabular-nums">
          feito {describeMoment(command.issuedAt, preview.appointment?.timeZone ?? deviceTimeZone(), now)}
        </span>
      </p>
      <Button variant="outline" onClick={() => void takeBack(id)}>
        Desistir
        <span className="sr-only">
          {' '}
          de {preview.act}: {preview.name}
        </span>
      </Button>
    </li>
  )
}

const proposals: readonly string[] = ['walkIn', 'book', 'move', 'queueStart']

export type CommandMark = 'pending' | 'proposal'

/** Whether an appointment waits for the network: a change of it, or its whole time, which the server may refuse. */
export function useMark(appointmentId: string): CommandMark | undefined {
  const own = useCommands().pending.filter(({ preview }) => preview.appointment?.id === appointmentId)
  if (own.length === 0) return undefined
  return own.some(({ command }) => proposals.includes(command.type)) ? 'proposal' : 'pending'
}
