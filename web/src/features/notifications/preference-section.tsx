import type { Role } from '@na-regua/contract/accounts'
import { lastMinuteApi } from '@na-regua/contract/last-minute'
import { type Channel, notificationsApi, type Preference, type Topic, topics } from '@na-regua/contract/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/format.ts'
import { deviceTimeZone } from '../../lib/local-time.ts'
import { storeResponse } from '../../lib/query-client.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { showToast } from '../../ui/toast.tsx'
import { PushSection } from './push-section.tsx'
import { lastMinuteConsentQuery, PREFERENCES, preferencesQuery, whatsappQuery } from './queries.ts'

const columns = [
  { channel: 'push', label: 'No celular' },
  { channel: 'in-app', label: 'No site' },
  { channel: 'email', label: 'E-mail' },
] as const satisfies { channel: Channel; label: string }[]

/** Which notifications the user receives, by channel. Customers have no business notifications, and without consent there are no offers. `consents`: what is off without one. */
export function PreferenceSection({ role, consents }: { role: Role; consents: ReactNode }) {
  const { data, error, refetch } = useQuery(preferencesQuery)
  const { data: lastMinuteConsent } = useQuery(lastMinuteConsentQuery)
  const isShown = (topic: Topic) => {
    if (topic === 'last-minute') return lastMinuteConsent?.givenAt != null
    return topic !== 'business' || role !== 'CUSTOMER'
  }
  const shown = topics.filter(isShown)
  return (
    <SectionCard id="notificacoes" title="Notificações">
      <p className="text-mute">Escolha o que quer saber, e por onde. O que trata da sua conta chega sempre.</p>
      {!data && error && (
        <Notice
          tone="error"
          title={error.message}
          action={<Button onClick={() => void refetch()}>Tentar novamente</Button>}
        />
      )}
      {!data && !error && <Skeleton className="mt-4 h-56" />}
      <PushSection role={role} />
      {data && <PreferenceTable shown={shown} isOn={(key) => isOnIn(data.preferences, key)} />}
      {data && <LastMinuteChoice />}
      {data && <WhatsappChoice />}
      {data && consents}
    </SectionCard>
  )
}

type PreferenceKey = { topic: Topic; channel: Channel }

function isOnIn(preferences: readonly (PreferenceKey & { isOn: boolean })[], { topic, channel }: PreferenceKey) {
  return preferences.find((one) => one.topic === topic && one.channel === channel)?.isOn ?? true
}

function PreferenceTable({ shown, isOn }: { shown: readonly Topic[]; isOn: (key: PreferenceKey) => boolean }) {
  const setPreference = useSetPreference()

  function change(key: PreferenceKey, next: boolean) {
    const onError = ({ message }: Error) => showToast({ tone: 'error', title: message })
    setPreference.mutate({ ...key, isOn: next }, { onError })
  }

  return (
    // Larger text may leave no room for three columns of switches: they scroll, by keyboard with the focus.
    <div className="overflow-x-auto">
      <table className="mt-3 w-full border-collapse">
        <thead>
          <tr className="border-b border-line text-sm text-mute">
            <th scope="col" className="py-2 text-left font-medium">
              Assunto
            </th>
            {columns.map(({ channel, label }) => (
              <th key={channel} scope="col" className="w-14 py-2 align-bottom text-xs font-medium sm:w-24 sm:text-sm">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((topic) => (
            <PreferenceRow key={topic} topic={topic} isOn={isOn} onChange={change} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const topicTexts: Record<Topic, [title: string, description: string]> = {
  appointments: ['Agendamentos', 'Pedidos, confirmações, remarcações e cancelamentos'],
  reminders: ['Lembretes', 'Um aviso antes do seu horário'],
  waitlist: ['Avise-me se abrir', 'Horários que abrem e foram guardados para você'],
  'last-minute': ['Horários relâmpago', 'Descontos em horários de hoje'],
  rhythm: ['Hora de voltar', 'Quando você costuma marcar de novo'],
  reviews: ['Avaliações', 'Convites para avaliar e respostas'],
  business: ['Negócio', 'Equipe, barbearias e plano'],
}

/** An email about a last-minute slot would come too late. */
const isSent = ({ topic, channel }: PreferenceKey) => topic !== 'last-minute' || channel !== 'email'

type PreferenceRowProps = {
  topic: Topic
  isOn: (key: PreferenceKey) => boolean
  onChange: (key: PreferenceKey, next: boolean) => void
}

function PreferenceRow({ topic, isOn, onChange }: PreferenceRowProps) {
  const [title, description] = topicTexts[topic]
  return (
    <tr className="border-b border-line last:border-0">
      <th scope="row" className="py-3 pr-2 text-left font-normal">
        <span className="block font-semibold">{title}</span>
        <span className="block text-sm text-mute">{description}</span>
      </th>
      {columns.map(({ channel, label }) => (
        <td key={channel} className="text-center">
          {isSent({ topic, channel }) && (
            <PreferenceSwitch
              label={`${title}: ${label}`}
              isOn={isOn({ topic, channel })}
              onChange={(next) => onChange({ topic, channel }, next)}
            />
          )}
        </td>
      ))}
    </tr>
  )
}

type PreferenceSwitchProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void }

function PreferenceSwitch({ label, isOn, onChange }: PreferenceSwitchProps) {
  return (
    <label className="inline-grid size-11 place-items-center">
      <input
        type="checkbox"
        aria-label={label}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="h-6 w-10 appearance-none rounded-full border-[1.5px] border-edge bg-sunken bg-[radial-gradient(circle_at_center,var(--color-edge)_0_7px,transparent_8px)] bg-size-[22px_100%] bg-position-[left_center] bg-no-repeat transition-all checked:border-green checked:bg-green-soft checked:bg-[radial-gradient(circle_at_center,var(--color-green)_0_7px,transparent_8px)] checked:bg-position-[right_center]"
      />
    </label>
  )
}

/** Messages about last-minute slots: opt-in, with the text that the server stores. Who agreed to an earlier one may agree to it. */
function LastMinuteChoice() {
  const { data } = useQuery(lastMinuteConsentQuery)
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (isOn: boolean) =>
      api(lastMinuteApi.setConsent, { body: { isOn, ...(isOn && { consentText: data?.consentText }) } }),
    onSuccess: (consent) => storeResponse(queryClient, lastMinuteConsentQuery.queryKey, consent),
    onError: (error) => {
      // Its text may have changed.
      void queryClient.invalidateQueries(lastMinuteConsentQuery)
      showToast({ tone: 'error', title: errorText(error, 'Não foi possível salvar. Tente novamente.') })
    },
  })
  if (!data) return null
  const { givenAt, isCurrent, consentText } = data
  const givenOn = givenAt && formatDate(givenAt, deviceTimeZone())
  const isOutdated = givenAt !== null && !isCurrent
  return (
    <div className="mt-4 border-t border-line pt-4">
      <Checkbox
        checked={givenAt !== null}
        disabled={isPending}
        aria-describedby="ofertas-explicado"
        onChange={(isOn) => mutate(isOn)}
      >
        <span className="font-semibold">Quero avisos de horários relâmpago</span>
      </Checkbox>
      <p id="ofertas-explicado" className="text-sm text-mute">
        {isOutdated && <strong>Em {givenOn} você aceitou avisos só das suas favoritas. O texto agora é: </strong>}
        {consentText} {isCurrent && `Você aceitou em ${givenOn}.`}
      </p>
      {isOutdated && (
        <Button variant="outline" className="mt-3" isBusy={isPending} onClick={() => mutate(true)}>
          Aceitar o novo texto
        </Button>
      )}
    </div>
  )
}

/** WhatsApp reminders: opt-in, and only if this installation can send them. */
function WhatsappChoice() {
  const { data } = useQuery(whatsappQuery)
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    // Not optimistic: the server stores the date of the consent.
    mutationFn: (isOn: boolean) => api(notificationsApi.setWhatsapp, { body: { isOn } }),
    onSuccess: (consent) => storeResponse(queryClient, whatsappQuery.queryKey, consent),
    onError: (error) =>
      showToast({ tone: 'error', title: errorText(error, 'Não foi possível salvar. Tente novamente.') }),
  })
  if (!data?.isAvailable) return null
  const { hasPhone, givenAt } = data
  return (
    <div className="mt-4 border-t border-line pt-4">
      <Checkbox
        checked={givenAt !== null}
        disabled={isPending || (!hasPhone && givenAt === null)}
        aria-describedby="whatsapp-explicado"
        onChange={(isOn) => mutate(isOn)}
      >
        <span className="font-semibold">Quero receber lembretes pelo WhatsApp</span>
      </Checkbox>
      <p id="whatsapp-explicado" className="text-sm text-mute">
        Até duas mensagens por horário confirmado, um dia e 2&nbsp;h antes, com o serviço, a barbearia e um link para
        confirmar ou cancelar. Nunca propaganda; desligue quando quiser.{' '}
        {!hasPhone && <strong>Para ligar, informe seu telefone em Editar Perfil.</strong>}
        {hasPhone && givenAt && `Você aceitou em ${formatDate(givenAt, deviceTimeZone())}.`}
      </p>
    </div>
  )
}

/** An optimistic update, refetched if it fails. */
function useSetPreference() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (preference: Preference) =>
      api(notificationsApi.setPreferences, { body: { preferences: [preference] } }),
    onMutate: async (changed) => {
      await queryClient.cancelQueries({ queryKey: PREFERENCES })
      queryClient.setQueryData(
        preferencesQuery.queryKey,
        (current) => current && { preferences: applyPreference(current, changed) },
      )
    },
    onError: () => queryClient.invalidateQueries({ queryKey: PREFERENCES }),
  })
}

function applyPreference({ preferences }: { preferences: Preference[] }, changed: Preference) {
  const { topic, channel } = changed
  return preferences.map((one) => (one.topic === topic && one.channel === channel ? changed : one))
}
