import type { Role } from '@na-regua/contract/accounts'
import { type PushDevice, type PushSettings, pushApi } from '@na-regua/contract/push'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/format.ts'
import { deviceTimeZone } from '../../lib/local-time.ts'
import { storeResponse } from '../../lib/query-client.ts'
import { useUser } from '../../lib/session.ts'
import { useSavedChoice } from '../../lib/use-saved-choice.ts'
import { createStoredValue } from '../../lib/use-stored-value.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Icon } from '../../ui/icon.tsx'
import { isInstallPromptNear } from '../../ui/install-prompt.tsx'
import { showToast } from '../../ui/toast.tsx'
import { disablePush, enablePush, pushDevicesQuery, usePushSupport } from './use-push.ts'

const onError = (error: Error) =>
  showToast({ tone: 'error', title: errorText(error, 'Não foi possível salvar. Tente novamente.') })

/** Pushes on this device: what they are comes first, the browser's question only after a tap. */
export function PushSection({ role }: { role: Role }) {
  const { data } = useQuery(pushDevicesQuery)
  const { support, readAgain } = usePushSupport()
  const current = data?.devices.find(({ isCurrent }) => isCurrent)
  if (!data || !support) return null
  return (
    <section aria-labelledby="avisos-no-celular" className="mt-4 rounded-card bg-sunken p-4">
      <h3 id="avisos-no-celular" className="flex items-center gap-2 text-base font-semibold">
        <Icon name="bell" />
        Avisos no celular
      </h3>
      {current && support === 'possible' ? (
        <CurrentDevice device={current} />
      ) : (
        <PushPrompt role={role} support={support} onChanged={readAgain} />
      )}
      <OtherDevices devices={data.devices.filter(({ isCurrent }) => !isCurrent)} />
      {data.devices.length > 0 && <HeldEmail settings={data.settings} />}
    </section>
  )
}

/** What is sent and what is not. */
function explain(role: Role) {
  return role === 'CUSTOMER'
    ? 'Receba no celular quando a barbearia responder, quando seu horário mudar e antes de cada horário.'
    : 'Receba no celular quando alguém pedir um horário, mudar ou cancelar, e responda ali mesmo.'
}

type PushPromptProps = { role: Role; support: ReturnType<typeof usePushSupport>['support']; onChanged: () => void }

function PushPrompt({ role, support, onChanged }: PushPromptProps) {
  const { mutate, isPending } = useEnable(onChanged)
  return (
    <div className="mt-1 grid gap-3 text-sm">
      <p className="text-mute">
        {explain(role)} Nunca propaganda, e nada entre 22h e 8h, a não ser o que começa em até 3&nbsp;h.
      </p>
      {support === 'possible' && (
        <Button variant="ink" isBusy={isPending} onClick={() => mutate(false)} className="justify-self-start">
          Ativar avisos
        </Button>
      )}
      {support === 'denied' && (
        <Hint title="Os avisos estão bloqueados neste navegador.">
          Para liberar, toque no cadeado ao lado do endereço (no app instalado: Configurações do aparelho, Apps, Na
          Régua), abra Notificações e escolha Permitir. Depois volte aqui.
        </Hint>
      )}
      {support === 'install' && (
        <Hint title="No iPhone e no iPad, primeiro instale o app.">
          No Safari, toque em Compartilhar e em Adicionar à Tela de Início. Abra a Na Régua pelo novo ícone, volte a
          esta página e toque em Ativar avisos. Cada aviso aparece na tela: o iPhone não permite avisos escondidos.
        </Hint>
      )}
      {support === 'unsupported' && (
        <Hint title="Este navegador não recebe avisos.">Use o Chrome, o Edge, o Firefox ou o app instalado.</Hint>
      )}
    </div>
  )
}

function Hint({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="rounded-control border border-line bg-card p-3">
      <p className="font-semibold">{title}</p>
      <p className="text-mute">{children}</p>
    </div>
  )
}

/** Also changes an existing subscription: the server recognizes it by its endpoint. */
function useEnable(onChanged: () => void) {
  const queryClient = useQueryClient()
  const user = useUser()
  return useMutation({
    mutationFn: async (hidesDetails: boolean) => (user ? await enablePush(user.id, hidesDetails) : undefined),
    onSuccess: () => {
      onChanged()
      return queryClient.invalidateQueries({ queryKey: pushDevicesQuery.queryKey })
    },
    onError: () =>
      showToast({ tone: 'error', title: 'Não foi possível ativar os avisos. Confira a rede e tente de novo.' }),
  })
}

function useDisable() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: disablePush,
    onSettled: () => queryClient.invalidateQueries({ queryKey: pushDevicesQuery.queryKey }),
    onError,
  })
}

function CurrentDevice({ device }: { device: PushDevice }) {
  const change = useEnable(() => {})
  const disable = useDisable()
  const { shown, choose } = useSavedChoice(device.hidesDetails, change)
  return (
    <div className="mt-1 text-sm">
      <div className="flex items-center justify-between gap-3">
        <p className="flex items-center gap-1.5 text-green">
          <Icon name="check" className="size-4.5" />
          Ativados neste aparelho ({device.label})
        </p>
        <Button variant="ghost" isBusy={disable.isPending} onClick={() => disable.mutate(device.id)}>
          Desativar
        </Button>
      </div>
      <Checkbox checked={shown} disabled={change.isPending} aria-describedby="detalhes-explicados" onChange={choose}>
        <span className="font-semibold">Esconder detalhes na tela bloqueada</span>
      </Checkbox>
      <p id="detalhes-explicados" className="text-mute">
        O aviso diz só o que aconteceu, sem nome, serviço ou hora.
      </p>
    </div>
  )
}

function OtherDevices({ devices }: { devices: readonly PushDevice[] }) {
  const { mutate, isPending, variables } = useDisable()
  if (devices.length === 0) return null
  return (
    <>
      <h4 className="mt-3 text-sm font-semibold">Outros aparelhos</h4>
      <ul className="divide-y divide-line text-sm">
        {devices.map(({ id, label, createdAt }) => (
          <li key={id} className="flex min-h-12 items-center justify-between gap-3">
            <span className="min-w-0 wrap-anywhere">
              {label} <span className="text-mute">desde {formatDate(createdAt, deviceTimeZone())}</span>
            </span>
            <Button
              variant="ghost"
              aria-label={`Desativar em ${label}`}
              isBusy={isPending && variables === id}
              onClick={() => mutate(id)}
            >
              Desativar
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

function HeldEmail({ settings }: { settings: PushSettings }) {
  const queryClient = useQueryClient()
  const saving = useMutation({
    mutationFn: (holdsEmail: boolean) => api(pushApi.setSettings, { body: { holdsEmail } }),
    onSuccess: (saved) =>
      storeResponse(queryClient, pushDevicesQuery.queryKey, (current) => current && { ...current, settings: saved }),
    onError,
  })
  const { shown, choose } = useSavedChoice(settings.holdsEmail, saving)
  return (
    <div className="mt-2 border-t border-line pt-2 text-sm">
      <Checkbox checked={shown} disabled={saving.isPending} aria-describedby="email-explicado" onChange={choose}>
        <span className="font-semibold">E-mail só se eu não vir em 10 minutos</span>
      </Checkbox>
      <p id="email-explicado" className="text-mute">
        Vale para o que também chega como aviso. Lido ou respondido a tempo, o e-mail não sai.
      </p>
    </div>
  )
}

const DAYS_90_MS = 90 * 86_400_000
const dismissedAt = createStoredValue<number>({ key: 'pushPromptDismissedAt', parse: Number })

/**
 * Where pushes begin to be worth it, once in 90 days at most: after a booking, and on a barber's day. Not before the offer to install
 * the app, without which an iPhone receives none.
 */
export function PushInvitation() {
  const user = useUser()
  const { support, readAgain } = usePushSupport()
  const [isDismissed, setDismissed] = useState(() => Date.now() - (dismissedAt.read() ?? 0) < DAYS_90_MS)
  // Decided once: what is shown does not disappear by itself.
  const [isSecond] = useState(() => isInstallPromptNear(user?.role === 'CUSTOMER' ? 'booking' : 'staff', new Date()))
  const isOpen = support === 'possible' && Notification.permission === 'default' && !isDismissed && !isSecond
  if (!isOpen || !user) return null

  function handleChange() {
    readAgain()
    if (Notification.permission !== 'granted') return
    setDismissed(true)
    showToast({ tone: 'success', title: 'Avisos ativados neste aparelho.' })
  }

  function dismiss() {
    dismissedAt.write(Date.now())
    setDismissed(true)
  }

  return (
    <section aria-labelledby="convite-avisos" className="mb-4 rounded-card border border-line bg-card p-4">
      <div className="flex items-start justify-between gap-3">
        <h2 id="convite-avisos" className="text-lg font-semibold">
          Quer saber na hora?
        </h2>
        <button
          type="button"
          aria-label="Agora não"
          onClick={dismiss}
          className="-mt-2 -mr-2 grid size-11 place-items-center"
        >
          <Icon name="close" className="size-4.5" />
        </button>
      </div>
      <PushPrompt role={user.role} support={support} onChanged={handleChange} />
    </section>
  )
}
