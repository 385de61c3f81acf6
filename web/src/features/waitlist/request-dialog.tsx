import type { User } from '@na-regua/contract/accounts'
import { ANY_BARBER } from '@na-regua/contract/appointments'
import type { DaySlots } from '@na-regua/contract/availability'
import { MAX_NAME } from '@na-regua/contract/text-limits'
import { type WaitlistRequest, waitlistRadius } from '@na-regua/contract/waitlist'
import { type ComponentType, type ReactNode, Suspense, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { errorText } from '../../lib/api-error.ts'
import { deviceTimeZone, toLocalTime, toMinutes } from '../../lib/local-time.ts'
import { paths } from '../../lib/paths.ts'
import { updateSessionUser, useUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { FormDialog, UnsavedChanges } from '../../ui/confirm-dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { showToast } from '../../ui/toast.tsx'
import { storedRequest, useSaveRequest } from './queries.ts'
import { type PlaceFieldSlot, RequestFields } from './request-fields.tsx'
import { describeRequest, findRequestProblem, hoursAround, type RequestDraft, wholeDay } from './rules.ts'

type EmailVerificationProps = {
  isOpen: boolean
  user: User
  onCancel: () => void
  onVerified: (user: User) => void
}

export type RequestDialogProps = {
  /** What the dialog begins with. */
  initial: RequestDraft
  /** The request to change; absent for a new one. */
  request?: WaitlistRequest
  /** The customer has already sent it, before the login: it is unsaved also without further edits. */
  isTyped?: boolean
  isOpen: boolean
  onClose: () => void
  /** The dialog of another feature in which a user verifies the email, before the first request. */
  verification: ComponentType<EmailVerificationProps>
  /** Where requests may be for an area. */
  placeField?: PlaceFieldSlot
}

/** A request to be offered a time that may open: a new one, or a change. Without a session it leads over the login and back. */
export function RequestDialog(props: RequestDialogProps) {
  const { isOpen, onClose, isTyped, verification: Verification, placeField, ...rest } = props
  const formId = useId()
  const { draft, change, problem, saving, submit, verifying } = useRequest({ ...rest, onClose })
  const footer = (
    <Button type="submit" form={formId} size="large" isWide isBusy={saving.isPending}>
      {rest.request ? 'Salvar' : 'Avise-me se abrir'}
    </Button>
  )
  const title = rest.request ? 'Mudar o pedido' : 'Avise-me se abrir'
  return (
    <FormDialog isOpen={isOpen} onClose={onClose} title={title} footer={footer} isFullOnPhone>
      <Form
        id={formId}
        isBusy={saving.isPending}
        onSubmit={submit}
        failure={problem ?? (saving.error && errorText(saving.error, 'Não foi possível salvar. Tente novamente.'))}
        className="grid gap-6"
      >
        <Introduction draft={draft} isNew={!rest.request} />
        <RequestFields draft={draft} onChange={change} placeField={placeField} />
      </Form>
      <UnsavedChanges draft={draft} isUnsaved={isTyped} />
      <Suspense>{verifying && <Verification {...verifying} />}</Suspense>
    </FormDialog>
  )
}

function Introduction({ draft, isNew }: { draft: RequestDraft; isNew: boolean }) {
  const { title, place } = describeRequest(draft)
  return (
    <div className="wrap-anywhere">
      {!draft.area && <p className="font-semibold">{title}</p>}
      <p className="text-mute">{draft.area ? `Perto de ${draft.area.name}` : place}</p>
      {isNew && (
        <p className="mt-3">
          Se um horário abrir, ele fica guardado só para você por alguns minutos. Você aceita com um toque, ou deixa
          passar.
        </p>
      )}
    </div>
  )
}

type RequestProps = Omit<RequestDialogProps, 'isOpen' | 'isTyped' | 'verification' | 'placeField'>

/** Sends the draft; what was typed before a login is then no longer needed. */
function useSending({ request, onClose }: Pick<RequestProps, 'request' | 'onClose'>) {
  const navigate = useNavigate()
  const saving = useSaveRequest(request)
  const action = { label: 'Ver pedido', onClick: () => void navigate(paths.customerAppointments()) }

  async function send(draft: RequestDraft) {
    const saved = await saving.mutateAsync(draft).catch(() => undefined)
    if (!saved) return
    storedRequest.write(undefined)
    onClose()
    const text = 'Se abrir, avisamos você.'
    showToast({
      tone: 'success',
      ...(request ? { title: 'Pedido atualizado' } : { title: 'Pedido guardado', text, action }),
    })
  }

  return { saving, send }
}

/** The draft, its problem after the first try, and what sends it. */
function useRequest({ initial, ...rest }: RequestProps) {
  const navigate = useNavigate()
  const user = useUser()
  const [draft, setDraft] = useState(initial)
  const [hasTried, setTried] = useState(false)
  const [isVerifying, setVerifying] = useState(false)
  const { saving, send } = useSending(rest)

  function submit() {
    setTried(true)
    if (findRequestProblem(draft, new Date())) return
    if (user) return user.isEmailVerified ? void send(draft) : setVerifying(true)
    storedRequest.write({ draft, at: Date.now() })
    const state = { from: paths.waitlistRequest(), reason: 'Entre para a gente saber quem avisar' }
    void navigate(paths.login(), { state })
  }

  function change(next: RequestDraft) {
    saving.reset()
    setDraft(next)
  }

  function handleVerified(verified: User) {
    updateSessionUser(verified)
    setVerifying(false)
    void send(draft)
  }

  const problem = hasTried ? findRequestProblem(draft, new Date()) : undefined
  const verification = { isOpen: true, onCancel: () => setVerifying(false), onVerified: handleVerified }
  const verifying = isVerifying && user ? { ...verification, user } : undefined
  return { draft, change, problem, saving, submit, verifying }
}

type Verification = Pick<RequestDialogProps, 'verification'>

type FullDayRequestProps = Verification & {
  shop: { id: string; name: string; timeZone: string }
  /** 'any' for any barber. */
  barber: { id: string; name: string }
  services: readonly { id: string; name: string }[]
  /** The barber's days, from today on. */
  days: readonly DaySlots[]
  requested: string | undefined
  /** That was wanted on that day. */
  time: string | undefined
}

/** The day to wait for: the requested one, or where no day has a slot the next on which the barber works. */
function findWaitedDay(days: readonly DaySlots[], requested: string) {
  const later = days.filter(({ date }) => date >= requested)
  const [day] = later
  if (!day?.isClosed) return day
  return later.some(({ slots }) => slots.length > 0) ? undefined : later.find(({ isClosed }) => !isClosed)
}

/** For a full day, or a time that was taken. Not where no barber works: no time can open then. */
export function FullDayRequest({
  shop,
  barber,
  services,
  days,
  requested,
  time,
  verification,
}: FullDayRequestProps): ReactNode {
  const day = requested && findWaitedDay(days, requested)
  const target = {
    barbershop: { id: shop.id, name: shop.name, slug: null },
    barber: barber.id === ANY_BARBER ? null : { id: barber.id, name: barber.name },
    services: services.map(({ id, name }) => ({ id, name })),
  }
  const hours = time ? hoursAround(time) : wholeDay
  const place = { targets: [target], area: null, timeZone: shop.timeZone, maxPriceCents: null }
  return (
    <RequestButton
      isWide
      verification={verification}
      initial={day ? { ...place, wanted: [{ date: day.date, ...hours }] } : undefined}
    />
  )
}

type AreaRequestProps = Verification & {
  placeField: PlaceFieldSlot
  position: { latitude: number; longitude: number }
  placeName: string | undefined
  radiusInKm: number
  service: string | undefined
  wanted: { date?: string; from?: string; until?: string }
}

/** For a search that found nothing. The zone of the place is known to the server only: that of the device is close enough to choose days. */
export function AreaRequest({
  position,
  placeName,
  radiusInKm,
  service = '',
  wanted,
  verification,
  placeField,
}: AreaRequestProps) {
  const timeZone = deviceTimeZone()
  const date = wanted.date ?? toLocalTime(new Date(), timeZone).date
  const { from, until } = wanted
  const hours = { fromMin: from ? toMinutes(from) : 0, untilMin: until ? toMinutes(until) : 1440 }
  const radius = Math.min(Math.max(radiusInKm, waitlistRadius.min), waitlistRadius.max)
  const name = (placeName || 'Lugar escolhido no mapa').slice(0, MAX_NAME)
  const area = { ...position, name, radiusInKm: radius, service }
  return (
    <RequestButton
      isMain
      verification={verification}
      placeField={placeField}
      initial={{ targets: [], area, timeZone, wanted: [{ date, ...hours }], maxPriceCents: null }}
    />
  )
}

/** `initial` undefined: there is nothing to request. */
type RequestButtonProps = Verification & {
  placeField?: PlaceFieldSlot
  initial: RequestDraft | undefined
  isWide?: boolean
  /** It is what the screen proposes first. */
  isMain?: boolean
}

/** Opens the dialog of a new request, which stays open when there is nothing to request any more: a time may be free only for a moment. */
function RequestButton({ initial, isWide, isMain = false, verification, placeField }: RequestButtonProps) {
  const [opened, setOpened] = useState<RequestDraft>()
  return (
    <>
      {initial && (
        <Button
          variant={isMain ? 'primary' : 'outline'}
          isWide={isWide}
          aria-haspopup="dialog"
          onClick={() => setOpened(initial)}
        >
          <Icon name="bell" className="size-4.5" />
          Avise-me se abrir
        </Button>
      )}
      {opened && (
        <RequestDialog
          isOpen
          initial={opened}
          verification={verification}
          placeField={placeField}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  )
}
