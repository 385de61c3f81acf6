import { lazy, type ReactNode, Suspense, useId, useState } from 'react'
import { Link } from 'react-router'
import { errorText } from '../../../lib/api-error.ts'
import {
  formatDuration,
  formatMoney,
  formatNearShortDate,
  formatShortDate,
  formatTimeInSentence,
} from '../../../lib/format.ts'
import { useNow, useToday } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Skeleton } from '../../../ui/loading.tsx'
import { Sentences } from '../../../ui/sentences.tsx'
import { useIsWide } from '../../../ui/use-media-query.ts'
import { describeChangeTerms } from '../rules.ts'
import { anyBarber, type BookingSummary, type TypedGuestAndNote } from './rules.ts'

type BookingLayoutProps = {
  /** Target and text of the back link. */
  back: { to: string; label: string }
  title: string
  confirmationTitle: string
  choices: ReactNode
  /** Below the choices, on wide screens only. */
  calendar: ReactNode
  /** Above the slots, in place of the calendar. */
  strip: ReactNode
  slots: ReactNode
  summary: BookingSummary
  /** Below the summary. */
  extras?: ReactNode
  changeNotice: ChangeNoticeProps
  /** Where and how it is paid. */
  payment?: string
  /** What to know before the button is pressed. */
  warning?: string | undefined
  confirmation: ReactNode
}

function BackLink({ to, label }: BookingLayoutProps['back']) {
  return (
    <Link
      to={to}
      className="-ml-1 inline-flex min-h-9 max-w-full items-center gap-1 self-start text-mute hover:text-ink"
    >
      <Icon name="chevron-left" className="size-4.5" />
      <span className="sr-only">Voltar para </span>
      <span className="truncate">{label}</span>
    </Link>
  )
}

/** One column on phones; choices, slots and confirmation side by side on wide screens, as far as larger text leaves room. */
export function BookingLayout({ back, title, choices, calendar, strip, slots, ...confirming }: BookingLayoutProps) {
  const isWide = useIsWide()
  return (
    <div className="-mb-4 flex min-h-[calc(100dvh-5.5rem)] flex-col md:-mb-6 lg:mb-0 lg:min-h-0">
      <BackLink {...back} />
      <h1 className="mb-2.5 text-2xl lg:mb-5">{title}</h1>
      <div className="grid grid-cols-1 gap-3.5 pb-6 lg:flex lg:flex-wrap lg:items-start lg:gap-7">
        <section aria-label="Barbeiro, serviço e data" className="grid grid-cols-1 gap-4 lg:w-78">
          <div className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">{choices}</div>
          {isWide && calendar && <div className="rounded-card border border-line bg-card p-3">{calendar}</div>}
        </section>
        <section aria-label="Horários" className="grid min-w-0 grid-cols-1 gap-4 lg:grow lg:basis-56">
          {strip && <div className="lg:hidden">{strip}</div>}
          {slots}
        </section>
        <ConfirmationPanel {...confirming} />
      </div>
      <ConfirmBar summary={confirming.summary} changeNotice={confirming.changeNotice} warning={confirming.warning}>
        {confirming.confirmation}
      </ConfirmBar>
    </div>
  )
}

type ConfirmationPanelProps = Omit<BookingLayoutProps, 'back' | 'title' | 'choices' | 'calendar' | 'strip' | 'slots'>

function ConfirmationPanel(props: ConfirmationPanelProps) {
  const { confirmationTitle, summary, extras, changeNotice, payment, warning, confirmation } = props
  return (
    <section
      aria-label="Confirmação"
      className="grid gap-4 rounded-card border border-line bg-card p-5 lg:sticky lg:w-76 lg:top-4"
    >
      <h2 className="text-xl">{confirmationTitle}</h2>
      <SummaryCard summary={summary} />
      {extras}
      <ChangeNotice {...changeNotice} />
      {payment && <p className="text-sm text-mute">{payment}.</p>}
      {warning && <p className="text-sm text-brass max-lg:hidden">{warning}</p>}
      <div className="max-lg:hidden">{confirmation}</div>
    </section>
  )
}

type ChangeNoticeProps = {
  /** The barbershop's notice for changes. */
  minutes: number
  /** The chosen instant. */
  start: string | undefined
}

/** Until when the booking can be changed, before it is confirmed. That it cannot be stands above the button, which a phone always shows. */
function ChangeNotice({ minutes, start, isInBar }: ChangeNoticeProps & { isInBar?: boolean }) {
  const { isTooLate, text } = describeChangeTerms(minutes, start ? new Date(start) : undefined, useNow())
  if (!isTooLate) return isInBar ? null : <p className="text-sm text-mute">{text}</p>
  return <p className={`text-sm text-brass ${isInBar ? 'mt-1 w-full' : 'max-lg:hidden'}`}>{text}</p>
}

const GuestAndNoteFields = lazy(() =>
  import('./guest-and-note.tsx').then((module) => ({ default: module.GuestAndNoteFields })),
)

type GuestAndNoteSectionProps = {
  value: TypedGuestAndNote
  /** The chosen time, where who is to be served has an appointment already. */
  busyTime?: string | undefined
  onChange: (value: TypedGuestAndNote) => void
}

/** One line until it is pressed. */
export function GuestAndNoteSection({ value, busyTime, onChange }: GuestAndNoteSectionProps) {
  const [isOpened, setOpened] = useState(false)
  const isOpen = isOpened || busyTime !== undefined || value.guestName !== '' || value.note !== ''
  // Stays open when what was typed is removed again.
  if (isOpen && !isOpened) setOpened(true)
  if (!isOpen) {
    return (
      <Button variant="ghost" className="-mx-2 justify-start! px-2! text-sm!" onClick={() => setOpened(true)}>
        <Icon name="plus" className="size-4.5" />
        Para outra pessoa, ou com recado
      </Button>
    )
  }
  return (
    <Suspense fallback={<Skeleton className="h-60" />}>
      {busyTime && (
        <p role="status" className="rounded-control bg-brass-soft px-3.5 py-2.5 text-sm font-medium text-brass">
          {value.guestName.trim()
            ? `${value.guestName.trim()} já tem um horário nessa hora (${formatTimeInSentence(busyTime)}).`
            : `Você já tem um horário nessa hora (${formatTimeInSentence(busyTime)}). Se é para outra pessoa, diga para quem.`}
        </p>
      )}
      <GuestAndNoteFields value={value} onChange={onChange} />
    </Suspense>
  )
}

/** All details of the booking. */
function SummaryCard({ summary }: { summary: BookingSummary }) {
  const { barbershop, barber, guestName, service, durationMin, priceCents, fullPriceCents, date, time, zone } = summary
  const rows = [
    ['Barbearia', barbershop],
    ['Barbeiro', barber],
    ['Serviço', service],
    ['Data', date && formatShortDate(date)],
    ['Horário', time && (zone ? `${time} · ${zone}` : time)],
    ['Duração', durationMin && `${durationMin} minutos`],
    ...(guestName ? [['Para', guestName] as const] : []),
  ] as const
  return (
    <dl className="grid gap-2">
      {rows.map(([label, value]) => (
        <div key={label} className="flex flex-wrap gap-x-4">
          <dt className="text-mute">{label}</dt>
          <dd className="min-w-0 flex-1 basis-[6rem] text-right font-medium wrap-anywhere tabular-nums">
            {value ?? '–'}
          </dd>
        </div>
      ))}
      <div className="mt-1 flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-3">
        <dt className="font-semibold">Total</dt>
        <dd className="text-xl font-semibold tabular-nums">
          <FullPrice cents={fullPriceCents} />
          {priceCents === undefined ? '–' : formatMoney(priceCents)}
        </dd>
      </div>
    </dl>
  )
}

function FullPrice({ cents }: { cents: number | undefined }) {
  if (cents === undefined) return null
  return (
    <s className="mr-2 text-base font-normal text-mute">
      <span className="sr-only">em vez de </span>
      {formatMoney(cents)}
    </s>
  )
}

type ConfirmBarProps = Pick<BookingLayoutProps, 'summary' | 'changeNotice' | 'warning'> & { children: ReactNode }

/** Sticky bottom bar on phones: the selection and the confirm button. With text of twice the size no more than time and price. */
function ConfirmBar({ summary, changeNotice, warning, children }: ConfirmBarProps) {
  const { date, time, priceCents, fullPriceCents, barber, durationMin, zone } = summary
  const today = useToday()
  return (
    <div
      data-bottom-bar
      className="@container sticky bottom-0 z-20 -mx-5 mt-auto border-t border-line bg-paper px-5 pt-2.5 pb-[max(0.625rem,env(safe-area-inset-bottom))] md:-mx-7 md:px-7 lg:hidden"
    >
      {date && time && (
        <div className="mb-2.5 flex animate-rise flex-wrap items-baseline justify-between gap-x-4 tabular-nums">
          <p className="font-semibold">
            {formatNearShortDate(date, today)} às {formatTimeInSentence(time)}
          </p>
          <p className="text-lg font-semibold">
            <FullPrice cents={fullPriceCents} />
            {priceCents !== undefined && formatMoney(priceCents)}
          </p>
          <p className="line-clamp-4 w-full wrap-anywhere text-sm text-mute @max-[13rem]:hidden">
            {[
              barber === anyBarber.name ? barber : barber && `com ${barber}`,
              durationMin && formatDuration(durationMin),
              zone,
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <ChangeNotice {...changeNotice} isInBar />
          {warning && <p className="mt-1 w-full text-sm text-brass">{warning}</p>}
        </div>
      )}
      {children}
    </div>
  )
}

type ConfirmationProps = {
  /** Text of the button, and of an error without a server message. */
  label: string
  failure: string
  /** Undefined while it is not known: before the hydration, and where the page has no script. */
  isLoggedIn: boolean | undefined
  /** What is not selected yet; undefined when everything is. */
  missing: string | undefined
  isBusy: boolean
  error: unknown
  onConfirm: () => void
}

/** What a page without a session shows. */
function LoginFirst() {
  return (
    <Button isWide size="large" disabled>
      Faça Login para Agendar
    </Button>
  )
}

/** The confirm button, what it waits for, and its error. */
export function Confirmation({ label, failure, isLoggedIn, missing, isBusy, error, onConfirm }: ConfirmationProps) {
  const id = useId()
  const isKnown = isLoggedIn !== undefined
  const isWaiting = isLoggedIn !== false && missing !== undefined
  return (
    <div>
      <div role="alert">
        {error !== undefined && (
          <p className="mb-2.5 text-sm font-medium text-red">
            <Sentences>{errorText(error, failure)}</Sentences>
          </p>
        )}
      </div>
      {isWaiting && (
        <p id={id} className="mb-2 text-center text-sm text-mute">
          {missing}
        </p>
      )}
      {isLoggedIn !== false && (
        <div className={isKnown ? undefined : 'hidden in-data-[session=open]:block'}>
          <Button
            data-confirm
            isWide
            size="large"
            isBusy={isBusy}
            disabled={isWaiting}
            aria-describedby={isWaiting ? id : undefined}
            onClick={onConfirm}
          >
            {label}
          </Button>
        </div>
      )}
      {!isLoggedIn && (
        <div className={isKnown ? undefined : 'in-data-[session=open]:hidden'}>
          <LoginFirst />
        </div>
      )}
    </div>
  )
}
