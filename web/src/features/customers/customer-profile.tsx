import type { Customer, CustomerProfile } from '@na-regua/contract/customers'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { errorText } from '../../lib/api-error.ts'
import { formatCount, formatDate, formatDateAndTime, formatMoney, formatNumber, formatPhone } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { callHref, chatHref } from '../../lib/phone-links.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { FormDialog, LeaveButton } from '../../ui/confirm-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ProfileForm, useCustomerDraft } from './customer-form.tsx'
import { blockCustomer, customerQuery, removeCustomer, useCustomerChange } from './customer-list.tsx'

type CustomerDialogProps = {
  id: string | undefined
  timeZone: string
  onClose: () => void
  /** Who is on the phone gets a time from here. */
  onBook?: (customer: Customer) => void
}

/** What the barbershop knows of a customer, over the list. */
export function CustomerDialog({ id, timeZone, onClose, onBook }: CustomerDialogProps) {
  const { data, error } = useQuery({ ...customerQuery(id ?? ''), enabled: id !== undefined })
  const { draft, key, isWaiting } = useCustomerDraft(data)
  return (
    <FormDialog
      isOpen={id !== undefined}
      onClose={onClose}
      title={draft?.name ?? 'Cliente'}
      width="medium"
      isFullOnPhone
    >
      {!data && error && <Notice tone="error" title={errorText(error, 'Erro ao carregar a ficha.')} />}
      {!data && !error && <LoadingMessage>Abrindo a ficha...</LoadingMessage>}
      {data && draft && (
        <div className="grid grid-cols-1 gap-6">
          <CustomerContact customer={data} />
          <div className="-mt-3 grid gap-2">
            <NextAppointmentButton customer={data} timeZone={timeZone} />
            {onBook && (
              <LeaveButton isWide onLeave={() => onBook(data)}>
                <Icon name="calendar" className="size-4.5" />
                Marcar horário
              </LeaveButton>
            )}
          </div>
          <Figures customer={data} timeZone={timeZone} />
          <ProfileForm key={key} customer={draft} timeZone={timeZone} isWaiting={isWaiting} />
          <LastVisits customer={data} timeZone={timeZone} />
          <Administration customer={data} onRemoved={onClose} />
        </div>
      )}
    </FormDialog>
  )
}

type SectionProps = { customer: CustomerProfile }
type TimedProps = SectionProps & { timeZone: string }

/** Opens it on its day. */
function NextAppointmentButton({ customer: { nextAt, next }, timeZone }: TimedProps) {
  const navigate = useNavigate()
  if (!nextAt || !next) return null
  const to = next.isOnBoard ? paths.boardAppointment(next.id, next.barberId) : paths.barberAppointment(next.id)
  return (
    <LeaveButton isWide onLeave={() => void navigate(to)}>
      <Icon name="calendar-check" className="size-4.5" />
      Próximo: {formatDateAndTime(nextAt, timeZone)}
    </LeaveButton>
  )
}

function Figures({ customer, timeZone }: TimedProps) {
  const { visits, missed, cancelled, spentCents, lastVisitAt, nextAt } = customer
  const { favoriteBarber, favoriteService, averageGapDays } = customer
  const details: [string, ReactNode][] = [
    ['Última visita', lastVisitAt && formatDate(lastVisitAt, timeZone)],
    ['Próximo horário', nextAt && formatDateAndTime(nextAt, timeZone)],
    ['Barbeiro preferido', favoriteBarber],
    ['Serviço preferido', favoriteService],
    ['Volta a cada', averageGapDays !== null && formatCount(averageGapDays, 'dia', 'dias')],
  ]
  return (
    <div className="grid grid-cols-1 gap-4">
      <dl className="grid auto-cols-fr grid-flow-col gap-2 text-center tabular-nums">
        <Figure label="Visitas">{formatNumber(visits)}</Figure>
        <Figure label="Faltas">{formatNumber(missed)}</Figure>
        <Figure label="Cancelou">{formatNumber(cancelled)}</Figure>
        {spentCents !== null && <Figure label="Gastou">{formatMoney(spentCents)}</Figure>}
      </dl>
      <dl className="grid grid-cols-[auto_1fr] gap-x-5 gap-y-1.5 [&_dd]:wrap-anywhere [&_dt]:text-mute">
        {details.map(([label, value]) => value && <Detail key={label} label={label} value={value} />)}
      </dl>
    </div>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col-reverse rounded-control bg-sunken px-1 py-2">
      <dt className="text-xs text-mute">{label}</dt>
      <dd className="line-clamp-3 wrap-anywhere font-semibold">{children}</dd>
    </div>
  )
}

function Detail({ label, value }: { label: string; value: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd className="font-semibold">{value}</dd>
    </>
  )
}

function LastVisits({ customer: { lastVisits }, timeZone }: TimedProps) {
  if (lastVisits.length === 0) return null
  return (
    <section aria-label="Últimas visitas">
      <h3 className="mb-2 font-sans text-sm font-semibold tracking-normal">Últimas visitas</h3>
      <ul className="grid grid-cols-1 gap-1 text-sm">
        {lastVisits.map(({ startTime, serviceName, barberName }) => (
          <li key={startTime} className="flex justify-between gap-3">
            <span className="min-w-0 line-clamp-3 wrap-anywhere">
              {serviceName} com {barberName}
            </span>
            <span className="shrink-0 text-mute tabular-nums">{formatDate(startTime, timeZone)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

type ConfirmationProps = {
  text: string
  label: string
  failure: string | null
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** The end of the profile is often below what is in view: the focus scrolls to it. */
const focus = (element: HTMLElement | null) => element?.focus()

function Confirmation({ text, label, failure, isBusy, onConfirm, onClose }: ConfirmationProps) {
  return (
    <div
      ref={focus}
      tabIndex={-1}
      role="alertdialog"
      aria-label="Confirmar"
      className="grid w-full gap-3 rounded-control bg-sunken p-4"
    >
      <p>{text}</p>
      {failure && <p className="font-medium text-red">{failure}</p>}
      <div className="flex gap-2">
        <Button variant="outline" onClick={onClose}>
          Voltar
        </Button>
        <Button isBusy={isBusy} onClick={onConfirm}>
          {label}
        </Button>
      </div>
    </div>
  )
}

/** Blocks and unblocks; erases a customer without an account. Both are confirmed first. */
function Administration({ customer, onRemoved }: SectionProps & { onRemoved: () => void }) {
  const { id, isBlocked, hasAccount, name } = customer
  const [asking, setAsking] = useState<'block' | 'remove'>()
  const block = useCustomerChange(
    () => blockCustomer(id, !isBlocked),
    isBlocked ? 'Cliente desbloqueado' : 'Cliente bloqueado',
  )
  const remove = useCustomerChange(() => removeCustomer(id), 'Dados apagados', onRemoved)
  const action = asking === 'remove' ? remove : block
  const text =
    asking === 'remove'
      ? 'Nome, telefone e notas são apagados para sempre. Os atendimentos continuam na conta da barbearia, sem nome.'
      : `${name} não vê horários nem marca nesta barbearia pela conta. Horários já marcados continuam.`
  return (
    <div className="flex flex-wrap gap-2 border-t border-line pt-4">
      <Button variant="outline" onClick={() => (isBlocked ? block.mutate(undefined) : setAsking('block'))}>
        {isBlocked ? 'Desbloquear' : 'Bloquear'}
      </Button>
      {!hasAccount && (
        <Button variant="outline" className="text-red" onClick={() => setAsking('remove')}>
          Apagar dados
        </Button>
      )}
      {asking && (
        <Confirmation
          text={text}
          label={asking === 'remove' ? 'Apagar' : 'Bloquear'}
          failure={action.error && errorText(action.error, 'Não foi possível. Tente novamente.')}
          isBusy={action.isPending}
          onConfirm={() => action.mutate(undefined, { onSuccess: () => setAsking(undefined) })}
          onClose={() => setAsking(undefined)}
        />
      )}
    </div>
  )
}

/** Badges, phone and WhatsApp of a customer. */
function CustomerContact({ customer: { phone, name, isBlocked, hasAccount, tags } }: { customer: Customer }) {
  const whatsApp = chatHref(phone, `Oi, ${name.split(' ')[0]}.`)
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap gap-2">
        {isBlocked && <Badge tone="red">Bloqueado</Badge>}
        <Badge>{hasAccount ? 'Tem conta' : 'Sem conta'}</Badge>
        {tags.map((tag) => (
          <Badge key={tag} tone="navy">
            {tag}
          </Badge>
        ))}
      </div>
      {phone && (
        <div className="flex flex-wrap gap-2">
          <a href={callHref(phone)} className={`${buttonClass({ variant: 'outline' })} max-sm:px-3!`}>
            <Icon name="phone" className="size-4.5" />
            {formatPhone(phone)}
          </a>
          {whatsApp && (
            <a
              href={whatsApp}
              target="_blank"
              rel="noreferrer"
              className={`${buttonClass({ variant: 'outline' })} max-sm:px-3!`}
            >
              <Icon name="chat" className="size-4.5" />
              WhatsApp
            </a>
          )}
        </div>
      )}
    </div>
  )
}
