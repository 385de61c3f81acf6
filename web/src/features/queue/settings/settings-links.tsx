import { type QueueSettings, queueSettingsApi } from '@na-regua/contract/queue-board'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { errorText } from '../../../lib/api-error.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { copyText } from '../../../ui/share-button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { SettingsSection } from './settings-fields.tsx'

export function queueSettingsQuery(barbershopId: string) {
  return queryOptions({
    queryKey: ['queue', 'settings', barbershopId],
    queryFn: ({ signal }) => api(queueSettingsApi.get, { params: { id: barbershopId }, signal }),
    select: ({ settings }) => settings,
    refetchOnMount: 'always',
  })
}

type LinksProps = { barbershopId: string; settings: QueueSettings }

/** A barbershop that has never saved its rules has no links yet. */
export function QueueLinks({ barbershopId, settings: { isOn, doorUrl, screenUrl } }: LinksProps) {
  const doorKey = doorUrl.split('#').at(-1)
  if (!isOn)
    return (
      <p className="text-mute">Ligue a fila em “Regras” e salve: aqui ficam o QR code da porta e o link da tela.</p>
    )
  return (
    <div className="grid grid-cols-1 gap-7">
      <SettingsSection title="QR code da porta">
        <p>
          Quem aponta a câmera entra na fila em segundos, sem cadastro. Deixe o cartaz onde só quem chegou consegue ler.
        </p>
        <div className="flex flex-wrap gap-2">
          {(['pdf', 'png'] as const).map((format) => (
            <a
              key={format}
              href={`/posters/porta/${doorKey}.${format}`}
              download
              className={`${buttonClass({ variant: 'outline' })} px-3!`}
            >
              <Icon name="download" className="size-4.5" />
              Cartaz {format.toUpperCase()}
            </a>
          ))}
        </div>
        <LinkActions {...{ barbershopId }} kind="door" url={doorUrl} />
      </SettingsSection>
      <SettingsSection title="Tela da barbearia">
        <p>
          Uma TV ou um tablet mostra quem foi chamado e quanto falta, só com o primeiro nome. Abra o link nela e deixe.
        </p>
        <LinkActions {...{ barbershopId }} kind="screen" url={screenUrl} />
      </SettingsSection>
    </div>
  )
}

const renewals = {
  door: 'O cartaz impresso deixa de valer: baixe e imprima o novo. Quem já está na fila continua.',
  screen: 'A tela que está aberta para de mostrar a fila: abra nela o link novo.',
}

type LinkActionsProps = { barbershopId: string; kind: 'door' | 'screen'; url: string }

function LinkActions({ barbershopId, kind, url }: LinkActionsProps) {
  const [isRenewing, setRenewing] = useState(false)
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={() => void copyText(url, 'Link copiado')}>
          <Icon name="copy" className="size-4.5" />
          Copiar link
        </Button>
        {kind === 'screen' && (
          <a href={url} target="_blank" rel="noreferrer" className={buttonClass({ variant: 'outline' })}>
            Abrir a tela
          </a>
        )}
        {!isRenewing && (
          <Button variant="ghost" onClick={() => setRenewing(true)}>
            Trocar link
          </Button>
        )}
      </div>
      {isRenewing && <Renewal {...{ barbershopId, kind }} onClose={() => setRenewing(false)} />}
    </>
  )
}

type RenewalProps = Omit<LinkActionsProps, 'url'> & { onClose: () => void }

/** Says what ends before it ends. */
function Renewal({ barbershopId, kind, onClose }: RenewalProps) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => api(queueSettingsApi.renewKey, { params: { id: barbershopId }, body: { key: kind } }),
    onSuccess(renewed) {
      client.setQueryData(queueSettingsQuery(barbershopId).queryKey, renewed)
      showToast({ tone: 'success', title: 'Link trocado' })
      onClose()
    },
  })
  return (
    <fieldset className="grid gap-3 rounded-control bg-brass-soft p-4">
      <legend className="sr-only">Trocar link</legend>
      <p>{renewals[kind]}</p>
      {error && (
        <p role="alert" className="font-medium text-red">
          {errorText(error, 'Erro ao trocar. Tente novamente.')}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" onClick={onClose}>
          Voltar
        </Button>
        <Button variant="ink" isBusy={isPending} onClick={() => mutate()}>
          Trocar mesmo assim
        </Button>
      </div>
    </fieldset>
  )
}
