import { type QueueSettings, queueSettingsApi } from '@na-regua/contract/queue-board'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../lib/api.ts'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { Button } from '../../../ui/button.tsx'
import { Segmented } from '../../../ui/choice-group.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { LoadingMessage } from '../../../ui/loading.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { QueueRuleFields, type QueueRules } from './settings-fields.tsx'
import { QueueLinks, queueSettingsQuery } from './settings-links.tsx'
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
  if (data) return <LoadedDialog {...{ shop, ownPlan, onClose }} settings={data} />
  return (
    <Dialog isOpen onClose={onClose} title="Fila" width="medium" isFullOnPhone>
      {isLoadingError ? (
        <Notice tone="error" title="Erro ao carregar a fila" action={retry}>
          {errorText(error, 'Tente novamente em instantes.')}
        </Notice>
      ) : (
        <LoadingMessage>Carregando a fila...</LoadingMessage>
      )}
    </Dialog>
  )
}

type LoadedProps = SettingsDialogProps & { settings: QueueSettings }

function toRules({ version: _version, doorUrl: _door, screenUrl: _screen, ...rules }: QueueSettings): QueueRules {
  return rules
}

function LoadedDialog({ shop, ownPlan, settings, onClose }: LoadedProps) {
  const [part, setPart] = useState<(typeof parts)[number]['value']>('rules')
  const editing = useQueueRules(shop.id, settings, onClose)
  const footer = part === 'rules' && (
    <>
      <Button variant="outline" disabled={editing.isSaving} onClick={onClose}>
        Cancelar
      </Button>
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
    <Dialog isOpen onClose={onClose} title="Fila" width="medium" isFullOnPhone footer={footer}>
      <p className="mb-4 font-semibold text-mute [overflow-wrap:anywhere]">{shop.name}</p>
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
    </Dialog>
  )
}

/** Why the rules cannot be saved. */
function findProblem({ isOn, weekdays, opensAt, closesAt }: QueueRules) {
  if (isOn && weekdays.length === 0) return 'Escolha pelo menos um dia.'
  return opensAt !== null && opensAt === closesAt ? 'A fila precisa fechar depois de abrir.' : undefined
}

/** A draft, saved with the version it started from, to detect concurrent edits. */
function useQueueRules(barbershopId: string, settings: QueueSettings, onSaved: () => void) {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => ({ rules: toRules(settings), version: settings.version }))
  const { rules, version } = draft
  const saving = useMutation({
    mutationFn: () => api(queueSettingsApi.save, { params: { id: barbershopId }, body: { ...rules, version } }),
    onSuccess(saved) {
      client.setQueryData(queueSettingsQuery(barbershopId).queryKey, saved)
      for (const topic of ['queue', 'barbershops', 'availability']) void client.invalidateQueries({ queryKey: [topic] })
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
    change: (change: Partial<QueueRules>) => setDraft((old) => ({ ...old, rules: { ...old.rules, ...change } })),
    save: () => saving.mutate(),
    reload,
    isSaving: saving.isPending,
    isStale: hasCode(saving.error, 'EDIT_CONFLICT'),
    failure: saving.error ? errorText(saving.error, 'Erro ao salvar. Tente novamente.') : undefined,
    problem: findProblem(rules),
  }
}

type SaveFailureProps = Pick<ReturnType<typeof useQueueRules>, 'failure' | 'isStale' | 'reload'>

function SaveFailure({ failure, isStale, reload }: SaveFailureProps) {
  return (
    <div role="alert" className="empty:hidden">
      {failure && (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-control bg-red-soft p-4">
          <p className="min-w-0 flex-1 font-medium">{failure}</p>
          {isStale && (
            <Button variant="outline" onClick={() => void reload()}>
              Recarregar
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
