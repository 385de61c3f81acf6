import {
  discountLimits,
  type LastMinuteRule,
  type LastMinuteSlot,
  MAX_HOURS_AHEAD,
  ruleHours,
} from '@na-regua/contract/last-minute'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText, hasCode } from '../../lib/api-error.ts'
import { formatInstantInSentence } from '../../lib/format.ts'
import { storeResponse } from '../../lib/query-client.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox, ChoiceGroup, WeekdayToggles } from '../../ui/checkbox.tsx'
import { FormDialog, LeaveButton, UnsavedChanges } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SaveFailure } from '../../ui/form.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Sentences } from '../../ui/sentences.tsx'
import { showToast } from '../../ui/toast.tsx'
import {
  type GapOfBarber,
  isInGap,
  LAST_MINUTE,
  lastMinuteRuleQuery,
  lastMinuteSlotsQuery,
  staffLastMinuteRequests,
} from './queries.ts'

const HOUR_MS = 3_600_000
const percents = [10, 20, 30, discountLimits.max]

/** A gap of one barber, to be offered for less. Nothing for one that is over or too far ahead. */
export function GapSlots(gap: GapOfBarber) {
  const now = useNow()
  const { data } = useQuery(lastMinuteSlotsQuery(gap.barbershopId))
  const startMs = Date.parse(gap.startsAt) - now.getTime()
  const endMs = Date.parse(gap.endsAt) - now.getTime()
  if (!data || endMs <= 0 || startMs >= MAX_HOURS_AHEAD * HOUR_MS) return null
  const slots = data.filter((slot) => isInGap(slot, gap))
  return (
    <section
      aria-label="Horário relâmpago"
      className="mb-5 grid gap-2 rounded-control border border-line bg-sunken/60 p-3"
    >
      <h3 className="font-semibold">Horário relâmpago</h3>
      {slots.map((slot) => (
        <OpenSlot key={slot.id} slot={slot} />
      ))}
      {slots.length === 0 && <NewSlot gap={gap} />}
    </section>
  )
}

/** One tap offers it; it can be withdrawn at once. */
function NewSlot({ gap: { barbershopId, timeZone: _, ...gap } }: { gap: GapOfBarber }) {
  const client = useQueryClient()
  const making = useMutation({
    mutationFn: (percent: number) => staffLastMinuteRequests.make(barbershopId, { ...gap, percent }),
    onSuccess: () => showToast({ tone: 'success', title: 'Oferecido', text: 'Quem quer avisos fica sabendo.' }),
    onSettled: () => client.invalidateQueries({ queryKey: LAST_MINUTE }),
  })
  return (
    <>
      <div className="flex gap-2">
        {percents.map((percent) => (
          <Button
            key={percent}
            variant="outline"
            className="flex-1 px-1! tabular-nums"
            aria-label={`Oferecer com ${percent}% de desconto`}
            isBusy={making.isPending && making.variables === percent}
            disabled={making.isPending}
            onClick={() => making.mutate(percent)}
          >
            −{percent}%
          </Button>
        ))}
      </div>
      <p className="text-sm text-mute">Toque para oferecer. O preço mostrado vale até alguém marcar.</p>
      {making.error && (
        <p role="alert" className="text-sm font-medium text-red">
          <Sentences>{errorText(making.error, 'Não foi possível oferecer. Tente novamente.')}</Sentences>
        </p>
      )}
    </>
  )
}

function OpenSlot({ slot: { id, percent, startsAt, endsAt, timeZone } }: { slot: LastMinuteSlot }) {
  const client = useQueryClient()
  const withdrawal = useMutation({
    mutationFn: () => staffLastMinuteRequests.withdraw(id),
    onSuccess: () => showToast({ tone: 'success', title: 'Horário relâmpago retirado' }),
    onError: (error) => showToast({ tone: 'error', title: errorText(error, 'Não foi possível retirar.') }),
    onSettled: () => client.invalidateQueries({ queryKey: LAST_MINUTE }),
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="tabular-nums">
        <span className="font-semibold">−{percent}%</span> das {formatInstantInSentence(startsAt, timeZone)} às{' '}
        {formatInstantInSentence(endsAt, timeZone)}
      </p>
      <Button variant="outline" isBusy={withdrawal.isPending} onClick={() => withdrawal.mutate()}>
        Retirar
      </Button>
    </div>
  )
}

type RuleDialogProps = { shop: { id: string; name: string }; ownPlan: { canEdit: boolean }; onClose: () => void }

/** The rule of a barbershop's last-minute slots, for its owner and managers. */
export function LastMinuteRuleDialog(props: RuleDialogProps) {
  const { data, isLoadingError, error, refetch } = useQuery(lastMinuteRuleQuery(props.shop.id))
  if (data) return <LoadedDialog {...props} saved={data} />
  const retry = (
    <Button variant="outline" onClick={() => void refetch()}>
      Tentar novamente
    </Button>
  )
  return (
    <Dialog isOpen onClose={props.onClose} title="Horário relâmpago" width="medium" isFullOnPhone>
      {isLoadingError ? (
        <Notice tone="error" title="Erro ao carregar a regra" action={retry}>
          <Sentences>{errorText(error, 'Tente novamente em instantes.')}</Sentences>
        </Notice>
      ) : (
        <LoadingMessage>Carregando a regra...</LoadingMessage>
      )}
    </Dialog>
  )
}

function LoadedDialog({ shop, ownPlan, saved, onClose }: RuleDialogProps & { saved: LastMinuteRule }) {
  const { rule, change, save, reload, ...saving } = useRule(shop.id, saved, onClose)
  const problem = rule.isOn && rule.weekdays.length === 0 ? 'Escolha pelo menos um dia.' : undefined
  const footer = (
    <>
      <LeaveButton disabled={saving.isSaving} />
      <Button
        isBusy={saving.isSaving}
        disabled={!ownPlan.canEdit || saving.isStale || problem !== undefined}
        onClick={save}
      >
        {saving.isSaving ? 'Salvando...' : 'Salvar'}
      </Button>
    </>
  )
  return (
    <FormDialog isOpen onClose={onClose} title="Horário relâmpago" width="medium" isFullOnPhone footer={footer}>
      <UnsavedChanges key={rule.version} draft={rule} />
      <p className="mb-4 font-semibold text-mute wrap-anywhere">{shop.name}</p>
      <SaveFailure failure={saving.failure} isStale={saving.isStale} reload={reload} />
      <div className="grid grid-cols-1 gap-6">
        <div>
          <Checkbox checked={rule.isOn} onChange={(isOn) => change({ isOn })}>
            <span className="font-semibold">Dar desconto no que sobrar do dia</span>
          </Checkbox>
          <p className="text-sm text-mute">
            O que ainda estiver livre perto da hora aparece na busca e na página inicial com desconto. Quem favoritou a
            barbearia e quer avisos fica sabendo. O preço mostrado vale até alguém marcar.
          </p>
        </div>
        {rule.isOn && <RuleFields rule={rule} onChange={change} />}
        <p role="alert" className="text-sm font-medium text-red empty:hidden">
          {problem}
        </p>
      </div>
    </FormDialog>
  )
}

/** With the present value, if it is not among the usual ones. */
const toOptions = (values: readonly number[], value: number, unit: string) =>
  [...new Set([...values, value])]
    .toSorted((one, other) => one - other)
    .map((one) => ({ value: one, label: one + unit }))

type RuleChange = Partial<Omit<LastMinuteRule, 'version'>>

function RuleFields({ rule, onChange }: { rule: LastMinuteRule; onChange: (change: RuleChange) => void }) {
  return (
    <>
      <ChoiceGroup
        legend="Desconto"
        options={toOptions([discountLimits.min, 10, 15, 20, 30, 40, discountLimits.max], rule.percent, '%')}
        value={rule.percent}
        onChange={(percent = rule.percent) => onChange({ percent })}
      />
      <ChoiceGroup
        legend="Quanto antes do horário"
        options={toOptions([ruleHours.min, 2, 3, 4, 6, 12, ruleHours.max], rule.hoursBefore, ' h')}
        value={rule.hoursBefore}
        onChange={(hoursBefore = rule.hoursBefore) => onChange({ hoursBefore })}
      />
      <fieldset className="min-w-0">
        <legend className="mb-2.5 font-semibold">Dias</legend>
        <WeekdayToggles chosen={rule.weekdays} onChange={(chosen) => onChange({ weekdays: chosen })} />
      </fieldset>
    </>
  )
}

/** A draft, saved with the version it started from, to detect concurrent edits. */
function useRule(barbershopId: string, saved: LastMinuteRule, onSaved: () => void) {
  const client = useQueryClient()
  const [rule, setRule] = useState(saved)
  const saving = useMutation({
    mutationFn: () => staffLastMinuteRequests.saveRule(barbershopId, rule),
    onSuccess(result) {
      storeResponse(client, lastMinuteRuleQuery(barbershopId).queryKey, result)
      void client.invalidateQueries({ queryKey: LAST_MINUTE })
      showToast({ tone: 'success', title: result.rule.isOn ? 'A regra está ligada' : 'A regra está desligada' })
      onSaved()
    },
  })

  async function reload() {
    const current = await client.fetchQuery({ ...lastMinuteRuleQuery(barbershopId), staleTime: 0 })
    setRule(current.rule)
    saving.reset()
  }

  return {
    rule,
    change: (change: RuleChange) => setRule((old) => ({ ...old, ...change })),
    save: () => saving.mutate(),
    reload,
    isSaving: saving.isPending,
    isStale: hasCode(saving.error, 'EDIT_CONFLICT'),
    failure: saving.error ? errorText(saving.error, 'Não foi possível salvar. Tente novamente.') : undefined,
  }
}
