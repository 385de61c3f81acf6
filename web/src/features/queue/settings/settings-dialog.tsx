import { type QueueSettings, queueSettingsApi } from '@na-regua/contract/queue-today'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { storeResponse } from '../../../lib/query-client.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { FormDialog, LeaveButton, UnsavedChanges } from '../../../ui/confirm-dialog.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { SaveFailure } from '../../../ui/form.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { Sentences } from '../../../ui/sentences.tsx'
import { copyText } from '../../../ui/share-button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import {
  findRuleProblem,
  QueueRuleFields,
  type QueueRules,
  queueSettingsQuery,
  SettingsSection,
  toRules,
} from './settings-fields.tsx'
import { StatisticsSection } from './statistics-section.tsx'

const parts = [
  { value: 'rules', label: 'Regras' },
  { value: 'links', label: 'Porta e tela' },
  { value: 'numbers', label: 'Números' },
] as const

type SettingsDialogProps = {
  shop: { id: string; name: string; timeZone: string }
  ownPlan: { canEdit: boolean }
  onClose: () => void
}

/** The queue of a barbershop for its owner and managers: rules, links and numbers. */
export function QueueSettingsDialog({ shop, ownPlan, onClose }: SettingsDialogProps) {
  const { data, isLoadingError, error, refetch } = useQuery(queueSettingsQuery(shop.id))
  const retry = (
    <Button variant="outline" onClick={() => void refetch()}>
      Tentar novamente
    </Button>
  )
  if (data) return <LoadedDialog shop={shop} ownPlan={ownPlan} onClose={onClose} settings={data} />
  return (
    <Dialog isOpen onClose={onClose} title="Fila" width="medium" isFullOnPhone>
      {isLoadingError ? (
        <Notice tone="error" title="Erro ao carregar a fila" action={retry}>
          <Sentences>{errorText(error, 'Tente novamente em instantes.')}</Sentences>
        </Notice>
      ) : (
        <LoadingMessage>Carregando a fila...</LoadingMessage>
      )}
    </Dialog>
  )
}

function LoadedDialog({ shop, ownPlan, settings, onClose }: SettingsDialogProps & { settings: QueueSettings }) {
  const [part, setPart] = useState<(typeof parts)[number]['value']>('rules')
  const editing = useQueueRules(shop.id, settings, onClose)
  const footer = part === 'rules' && (
    <>
      <LeaveButton disabled={editing.isSaving} />
      <Button
        isBusy={editing.isSaving}
        disabled={!ownPlan.canEdit || editing.isStale || editing.problem !== undefined}
        onClick={editing.save}
      >
        {editing.isSaving ? 'Salvando...' : 'Salvar'}
      </Button>
    </>
  )
  return (
    <FormDialog isOpen onClose={onClose} title="Fila" width="medium" isFullOnPhone footer={footer}>
      <UnsavedChanges key={editing.version} draft={editing.rules} />
      <p className="mb-4 font-semibold text-mute wrap-anywhere">{shop.name}</p>
      <div className="mb-5">
        <Segmented label="Parte" options={parts} value={part} onChange={setPart} />
      </div>
      {part === 'rules' && (
        <>
          <SaveFailure {...editing} />
          <QueueRuleFields rules={editing.rules} onChange={editing.change} problem={editing.problem} />
        </>
      )}
      {part === 'links' && <QueueLinks barbershopId={shop.id} settings={settings} />}
      {part === 'numbers' && <StatisticsSection shop={shop} />}
    </FormDialog>
  )
}

/** A draft, saved with the version it started from, to detect concurrent edits. */
function useQueueRules(barbershopId: string, settings: QueueSettings, onSaved: () => void) {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => ({ rules: toRules(settings), version: settings.version }))
  const { rules, version } = draft
  const saving = useMutation({
    mutationFn: () => api(queueSettingsApi.save, { params: { id: barbershopId }, body: { ...rules, version } }),
    onSuccess(saved) {
      storeResponse(client, queueSettingsQuery(barbershopId).queryKey, saved)
      // The account too: a save is a new version of the barbershop, which its other dialogs start from. The barbershops of the
      // customers say where the navigation leads to a queue.
      for (const topic of ['queue', 'barbershops', 'availability', 'account', 'customers'])
        void client.invalidateQueries({ queryKey: [topic] })
      showToast({ tone: 'success', title: saved.settings.isOn ? 'A fila está ligada' : 'A fila está desligada' })
      onSaved()
    },
  })

  async function reload() {
    const { settings: current } = await client.fetchQuery({ ...queueSettingsQuery(barbershopId), staleTime: 0 })
    setDraft({ rules: toRules(current), version: current.version })
    saving.reset()
  }

  return {
    rules,
    version,
    change: (change: Partial<QueueRules>) => setDraft((old) => ({ ...old, rules: { ...old.rules, ...change } })),
    save: () => saving.mutate(),
    reload,
    isSaving: saving.isPending,
    isStale: hasCode(saving.error, 'EDIT_CONFLICT'),
    failure: saving.error ? errorText(saving.error, 'Erro ao salvar. Tente novamente.') : undefined,
    problem: findRuleProblem(rules),
  }
}

type LinksProps = { barbershopId: string; settings: QueueSettings }

/** A barbershop that has never saved its rules has no links yet. */
function QueueLinks({ barbershopId, settings: { isOn, doorUrl, screenUrl } }: LinksProps) {
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
        <LinkActions barbershopId={barbershopId} kind="door" url={doorUrl} />
      </SettingsSection>
      <SettingsSection title="Tela da barbearia">
        <p>
          Uma TV ou um tablet mostra quem foi chamado e quanto falta, só com o primeiro nome. Abra o link nela e deixe.
        </p>
        <LinkActions barbershopId={barbershopId} kind="screen" url={screenUrl} />
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
      {isRenewing && <Renewal barbershopId={barbershopId} kind={kind} onClose={() => setRenewing(false)} />}
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
      storeResponse(client, queueSettingsQuery(barbershopId).queryKey, renewed)
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
          <Sentences>{errorText(error, 'Erro ao trocar. Tente novamente.')}</Sentences>
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
