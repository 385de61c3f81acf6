import type { OwnBarbershop } from '@na-regua/contract/own-barbershops'
import type { ScheduleConflict } from '@na-regua/contract/staff'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { formatCount, formatInstantInSentence, formatPhone, formatShortDate } from '../../../lib/format.ts'
import { toLocalTime } from '../../../lib/local-time.ts'
import { callHref } from '../../../lib/phone-links.ts'
import { storeResponse } from '../../../lib/query-client.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { FormDialog, LeaveButton, UnsavedChanges } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SaveFailure } from '../../../ui/form.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { deactivateBarbershop, ownBarbershopsQuery } from './queries.ts'
import { findUpcomingAppointments, type UpcomingAppointments } from './rules.ts'

type EditOptions<D> = {
  shop: OwnBarbershop
  toDraft: (shop: OwnBarbershop) => D
  send: (draft: D, version: number) => Promise<{ barbershop: OwnBarbershop }>
  onSaved: () => void
  /** Fallback error text. */
  describeError?: (draft: D) => string
}

/** Writes the response to the cached list of barbershops, and invalidates the other queries that contain it. */
function useCacheUpdate() {
  const client = useQueryClient()
  return (saved: OwnBarbershop) => {
    storeResponse(client, ownBarbershopsQuery().queryKey, (old) =>
      old ? { ...old, barbershops: old.barbershops.map((shop) => (shop.id === saved.id ? saved : shop)) } : undefined,
    )
    for (const queryKey of [['account'], ['barbershops'], ['availability'], ['appointments', 'day']])
      void client.invalidateQueries({ queryKey })
  }
}

/** The draft of a part of a barbershop. It is saved with the version it started from, to detect concurrent edits. */
export function useBarbershopEdit<D>({ shop, toDraft, send, onSaved, describeError }: EditOptions<D>) {
  const client = useQueryClient()
  const update = useCacheUpdate()
  const [state, setState] = useState(() => ({ draft: toDraft(shop), version: shop.version }))
  const saving = useMutation({
    mutationFn: (draft: D) => send(draft, state.version),
    onSuccess({ barbershop }) {
      update(barbershop)
      showToast({ tone: 'success', title: 'Alterações salvas' })
      onSaved()
    },
  })

  /** Discards the draft and starts from the current version. */
  async function reload() {
    const { barbershops } = await client.fetchQuery({ ...ownBarbershopsQuery(), staleTime: 0 })
    const current = barbershops.find(({ id }) => id === shop.id)
    if (current) setState({ draft: toDraft(current), version: current.version })
    saving.reset()
  }

  const isRefused = hasCode(saving.error, 'SCHEDULE_CONFLICT')
  const fallback = describeError?.(state.draft) ?? 'Erro ao salvar. Tente novamente.'
  return {
    draft: state.draft,
    version: state.version,
    change: (change: (draft: D) => D) => setState((old) => ({ ...old, draft: change(old.draft) })),
    save: () => saving.mutate(state.draft),
    reload,
    isSaving: saving.isPending,
    isStale: hasCode(saving.error, 'EDIT_CONFLICT'),
    /** It displaces appointments, which are settled together with it. */
    isRefused,
    back: saving.reset,
    failure: saving.error && !isRefused ? errorText(saving.error, fallback) : undefined,
  }
}

export type BarbershopDialogProps = { shop: OwnBarbershop; onClose: () => void }

type EditDialogProps = BarbershopDialogProps & {
  title: string
  editing: Pick<
    ReturnType<typeof useBarbershopEdit>,
    'draft' | 'version' | 'save' | 'reload' | 'isSaving' | 'isStale' | 'failure'
  >
  /** Why it cannot be saved yet. */
  disabledReason?: string
  children: ReactNode
}

export function EditDialog({ shop, onClose, title, editing, disabledReason, children }: EditDialogProps) {
  const footer = (
    <>
      <p role="status" className="w-full text-sm text-mute empty:hidden sm:w-auto sm:flex-1 sm:content-center">
        {disabledReason}
      </p>
      <LeaveButton disabled={editing.isSaving} />
      <Button
        isBusy={editing.isSaving}
        disabled={disabledReason !== undefined || editing.isStale}
        onClick={editing.save}
      >
        {editing.isSaving ? 'Salvando...' : 'Salvar'}
      </Button>
    </>
  )
  return (
    <FormDialog isOpen onClose={onClose} title={title} width="wide" isFullOnPhone footer={footer}>
      <UnsavedChanges key={editing.version} draft={editing.draft} />
      <p className="mb-4 font-semibold text-mute wrap-anywhere">{shop.name}</p>
      <SaveFailure {...editing} />
      {children}
    </FormDialog>
  )
}

/** The server rejects the first request if there are appointments; the owner then decides about them. */
function useDeactivation(shopId: string, onDone: () => void) {
  const client = useQueryClient()
  const { mutate, error, isPending, variables } = useMutation({
    mutationFn: (booked: 'ask' | 'keep' | 'cancel') => deactivateBarbershop(shopId, booked),
    onSuccess({ cancelledAppointments: count }) {
      const text = count > 0 ? formatCount(count, 'horário cancelado', 'horários cancelados') : undefined
      showToast({ tone: 'success', title: 'Barbearia desativada', text })
      onDone()
    },
    onSettled: () =>
      Promise.all(
        [['account'], ['barbershops'], ['appointments']].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  })
  const upcoming = findUpcomingAppointments(error)
  return {
    deactivate: mutate,
    pending: isPending ? variables : undefined,
    upcoming,
    failure: error && !upcoming ? errorText(error, 'Erro ao desativar barbearia') : undefined,
  }
}

type DeactivationDialogProps = { shop: OwnBarbershop; onClose: () => void }

/** Shows the upcoming appointments before anything is deactivated. */
export function DeactivationDialog({ shop, onClose }: DeactivationDialogProps) {
  const deactivation = useDeactivation(shop.id, onClose)
  const { upcoming, failure } = deactivation
  const footer = (
    <>
      <Button variant="outline" onClick={onClose}>
        {upcoming ? 'Voltar' : 'Cancelar'}
      </Button>
      <DeactivateButtons {...deactivation} />
    </>
  )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Desativar barbearia"
      width={upcoming ? 'medium' : undefined}
      footer={footer}
    >
      <p className="wrap-anywhere">
        <strong className="font-semibold">{shop.name}</strong> sai das buscas e não recebe novos agendamentos. Nada é
        apagado, e você pode ativá-la de novo quando houver vaga no plano.
      </p>
      <div role="alert">
        {upcoming && <UpcomingNotice {...upcoming} />}
        {failure && <p className="mt-3 rounded-control bg-red-soft px-4 py-3 text-red">{failure}</p>}
      </div>
    </Dialog>
  )
}

function DeactivateButtons({ deactivate, pending, upcoming }: ReturnType<typeof useDeactivation>) {
  if (!upcoming)
    return (
      <Button isBusy={pending !== undefined} onClick={() => deactivate('ask')}>
        Desativar
      </Button>
    )
  return (
    <>
      <Button variant="outline" isBusy={pending === 'cancel'} onClick={() => deactivate('cancel')}>
        Cancelar todos e desativar
      </Button>
      <Button isBusy={pending === 'keep'} onClick={() => deactivate('keep')}>
        Manter e desativar
      </Button>
    </>
  )
}

function UpcomingNotice({ appointments, timeZone }: UpcomingAppointments) {
  return (
    <div className="mt-4 grid gap-3 rounded-card bg-brass-soft p-4">
      <p className="font-semibold text-brass">
        Ainda há {formatCount(appointments.length, 'agendamento', 'agendamentos')} à frente
      </p>
      <ConflictingAppointments appointments={appointments} timeZone={timeZone} />
      <p className="text-sm">
        O que você mantiver continua valendo: o cliente pode cancelar, mas não remarcar. Se cancelar todos, cada cliente
        é avisado.
      </p>
    </div>
  )
}

type ConflictingAppointmentsProps = { appointments: readonly ScheduleConflict[]; timeZone: string }

/** Appointments that a change affects, with the customers' phone numbers. */
function ConflictingAppointments({ appointments, timeZone }: ConflictingAppointmentsProps) {
  return (
    <ul className="grid gap-1">
      {appointments.map(({ id, startTime, serviceName, customer, isOfSeries }) => (
        <li key={id} className="wrap-anywhere">
          <span className="font-semibold tabular-nums">
            {formatShortDate(toLocalTime(new Date(startTime), timeZone).date)} às{' '}
            {formatInstantInSentence(startTime, timeZone)}
          </span>{' '}
          {customer.name} · {serviceName} {isOfSeries && <Badge tone="navy">Horário fixo</Badge>}
          {customer.phone && (
            <a href={callHref(customer.phone)} className="ml-2 text-navy underline tabular-nums">
              {formatPhone(customer.phone)}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
