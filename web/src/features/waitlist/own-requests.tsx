import type { WaitlistRequest } from '@na-regua/contract/waitlist'
import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { Suspense, useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { formatCount, formatMoney } from '../../lib/format.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { deviceTimeZone, toLocalTime } from '../../lib/local-time.ts'
import { useUser } from '../../lib/session.ts'
import { useStoredValue } from '../../lib/use-stored-value.ts'
import { useUrlParams } from '../../lib/use-url-params.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { MissingDialog, showToast } from '../../ui/toast.tsx'
import { storedRequest, TYPED_MS, useRequestStatus, waitlistRequestsQuery } from './queries.ts'
import type { RequestDialogProps } from './request-dialog.tsx'
import { describeRequest, describeWanted } from './rules.ts'

/** Loaded with the first change. */
const RequestDialog = lazyPart(async () => (await import('./request-dialog.tsx')).RequestDialog, MissingDialog)

/** What the dialogs need of other features. */
type DialogSlots = Pick<RequestDialogProps, 'verification' | 'placeField'>
type RequestProps = { slots: DialogSlots; request: WaitlistRequest }

/** The requests of the signed-in user: what still waits and what ended without a slot in the last days. Open offers stand above the page. */
export function OwnRequests({ className, ...slots }: DialogSlots & { className?: string }) {
  const user = useUser()
  const { data = [] } = useQuery({ ...waitlistRequestsQuery(), enabled: user !== undefined })
  const shown = data.filter(({ status }) => status !== 'CANCELLED' && status !== 'FULFILLED')
  return (
    <>
      {shown.length > 0 && (
        <section aria-labelledby="pedidos" className={clsx('rounded-card border border-line bg-card', className)}>
          <h2 id="pedidos" className="px-4 pt-3 text-lg">
            Avise-me se abrir
          </h2>
          <ul className="divide-y divide-line">
            {shown.map((request) => (
              <li key={request.id} className="px-4 py-3">
                <Request request={request} slots={slots} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <TypedRequest slots={slots} />
    </>
  )
}

const REQUEST_PARAMETER = 'aviso'

/** The request that was typed before the login, once more in its dialog. */
function TypedRequest({ slots }: { slots: DialogSlots }) {
  const [params, changeParams] = useUrlParams()
  const [typed, store] = useStoredValue(storedRequest)
  if (!typed || Date.now() - typed.at > TYPED_MS || params.get(REQUEST_PARAMETER) === null) return null

  function handleClose() {
    store(undefined)
    void changeParams((current) => {
      const next = new URLSearchParams(current)
      next.delete(REQUEST_PARAMETER)
      return next
    })
  }

  return (
    <Suspense>
      <RequestDialog {...slots} isOpen isTyped initial={typed.draft} onClose={handleClose} />
    </Suspense>
  )
}

const stateTexts: Partial<Record<WaitlistRequest['status'], string>> = {
  ACTIVE: 'Esperando um horário abrir.',
  PAUSED: 'Pausado: não avisamos até você retomar.',
  EXPIRED: 'Os dias passaram e o pedido terminou.',
}

/** What was done for it so far. */
function describeOffers(offerCount: number) {
  return offerCount > 0 ? `Avisamos você de ${formatCount(offerCount, 'horário', 'horários')}.` : undefined
}

function Request({ request, slots }: RequestProps) {
  const { status, wanted, maxPriceCents, offerCount } = request
  const { title, place } = describeRequest(request)
  return (
    <article className="grid gap-1 wrap-anywhere">
      <div className="flex items-start justify-between gap-3">
        <h3 className="min-w-0 first-letter:uppercase font-sans text-base font-semibold tracking-normal">{title}</h3>
        {status === 'PAUSED' && <Badge tone="neutral">Pausado</Badge>}
      </div>
      <p className="text-mute">{place}</p>
      <p className="text-sm tabular-nums">
        {describeWanted(wanted, toLocalTime(new Date(), deviceTimeZone()).date)}
        {maxPriceCents !== null && ` · até ${formatMoney(maxPriceCents)}`}
      </p>
      <p className="text-sm text-mute">{[stateTexts[status], describeOffers(offerCount)].filter(Boolean).join(' ')}</p>
      {status !== 'EXPIRED' && <RequestButtons request={request} slots={slots} />}
    </article>
  )
}

function RequestButtons({ request, slots }: RequestProps) {
  const [open, setOpen] = useState<'edit' | 'cancel'>()
  const change = useRequestStatus(request)
  const { title } = describeRequest(request)
  const isPaused = request.status === 'PAUSED'
  const close = () => setOpen(undefined)
  const onError = (error: Error) =>
    showToast({ tone: 'error', title: 'Não deu certo', text: errorText(error, 'Tente novamente.') })
  return (
    <fieldset aria-label={`Pedido de ${title}`} className="-mx-3 -mb-1 flex flex-wrap *:px-3!">
      <Button variant="ghost" aria-haspopup="dialog" onClick={() => setOpen('edit')}>
        Mudar
      </Button>
      {/* A pause would end the offer that stands above the page. */}
      {!request.openOffer && (
        <Button
          variant="ghost"
          isBusy={change.isPending}
          onClick={() => change.mutate(isPaused ? 'ACTIVE' : 'PAUSED', { onError })}
        >
          {isPaused ? 'Retomar' : 'Pausar'}
        </Button>
      )}
      <Button variant="ghost" aria-haspopup="dialog" onClick={() => setOpen('cancel')}>
        Cancelar
      </Button>
      <Suspense>
        {open === 'edit' && <RequestDialog {...slots} isOpen request={request} initial={request} onClose={close} />}
      </Suspense>
      <CancelDialog
        isOpen={open === 'cancel'}
        hasOffer={request.openOffer !== null}
        isBusy={change.isPending}
        onClose={close}
        onConfirm={() => change.mutate('CANCELLED', { onError, onSettled: close })}
      />
    </fieldset>
  )
}

type CancelDialogProps = {
  isOpen: boolean
  hasOffer: boolean
  isBusy: boolean
  onClose: () => void
  onConfirm: () => void
}

function CancelDialog({ isOpen, hasOffer, isBusy, onClose, onConfirm }: CancelDialogProps) {
  const footer = (
    <>
      <Button variant="ghost" onClick={onClose}>
        Voltar
      </Button>
      <Button isBusy={isBusy} onClick={onConfirm}>
        Cancelar pedido
      </Button>
    </>
  )
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Cancelar o pedido?" footer={footer}>
      Não avisamos mais você destes horários.{hasOffer && ' O horário que está guardado vai para a próxima pessoa.'}
    </Dialog>
  )
}
