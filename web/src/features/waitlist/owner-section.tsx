import { type WaitlistSetting, type WaitlistStatistics, waitlistSettingsApi } from '@na-regua/contract/waitlist'
import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { formatDuration, formatMoney, formatNumber } from '../../lib/format.ts'
import { storeResponse } from '../../lib/query-client.ts'
import { useSavedChoice } from '../../lib/use-saved-choice.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { FigureList } from '../../ui/dense-row.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormAlert } from '../../ui/form.tsx'
import { Skeleton } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { causeNames } from './rules.ts'

type Shop = { id: string; name: string }

const periods = [
  { value: '7', label: '7 dias' },
  { value: '30', label: '30 dias' },
  { value: '90', label: '90 dias' },
] as const
type Days = (typeof periods)[number]['value']

/** The key starts with `appointments`, the topic of live events that a refilled time causes. */
const waitlistStatisticsQuery = (barbershopId: string, days: Days) =>
  queryOptions({
    queryKey: ['appointments', 'waitlist', 'statistics', barbershopId, days],
    queryFn: ({ signal }) =>
      api(waitlistSettingsApi.statistics, { params: { id: barbershopId }, query: { days: Number(days) }, signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })

const settingQuery = (barbershopId: string) =>
  queryOptions({
    queryKey: ['account', 'waitlist', barbershopId],
    queryFn: ({ signal }) => api(waitlistSettingsApi.get, { params: { id: barbershopId }, signal }),
    refetchOnMount: 'always',
  })

/** On the owner's panel: what became of the times that opened. */
export function WaitlistSection({ shops }: { shops: readonly Shop[] }) {
  const [chosenId, setChosenId] = useState('')
  const shop = shops.find(({ id }) => id === chosenId) ?? shops[0]
  if (!shop) return null
  return (
    <section aria-labelledby="horarios-abertos" className="grid grid-cols-1 gap-3">
      <h2 id="horarios-abertos" className="text-xl">
        Horários que abriram
      </h2>
      {shops.length > 1 && (
        <div className="max-w-sm">
          <Select
            aria-label="Barbearia dos horários que abriram"
            value={shop.id}
            options={shops.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setChosenId}
          />
        </div>
      )}
      <RecoveryStatistics shop={shop} />
    </section>
  )
}

type WaitlistSettingsProps = { shop: Shop; ownPlan: { canEdit: boolean }; onClose: () => void }

/** Sets whether one barbershop offers the times that open, and shows the same figures. */
export function WaitlistSettingsDialog({ shop, ownPlan, onClose }: WaitlistSettingsProps) {
  const { data, error, refetch } = useQuery(settingQuery(shop.id))
  return (
    <Dialog isOpen onClose={onClose} title="Horários que abrem" width="medium" isFullOnPhone>
      <div className="grid gap-5">
        <p className="font-semibold text-mute wrap-anywhere">{shop.name}</p>
        {data && <SettingSwitch shop={shop} setting={data.setting} canEdit={ownPlan.canEdit} />}
        {!data && (error ? <LoadFailure onRetry={() => void refetch()} /> : <Skeleton className="h-24" />)}
        <RecoveryStatistics shop={shop} />
      </div>
    </Dialog>
  )
}

function LoadFailure({ onRetry }: { onRetry: () => void }) {
  const action = (
    <Button variant="outline" onClick={onRetry}>
      Tentar novamente
    </Button>
  )
  return <Notice tone="error" title="Erro ao carregar" action={action} />
}

type SettingSwitchProps = { shop: Shop; setting: WaitlistSetting; canEdit: boolean }

/** Saved at once. After a refusal it shows what is stored. */
function SettingSwitch({ shop: { id }, setting, canEdit }: SettingSwitchProps) {
  const client = useQueryClient()
  const { queryKey } = settingQuery(id)
  const saving = useMutation({
    mutationFn: (isOn: boolean) =>
      api(waitlistSettingsApi.set, { params: { id }, body: { isOn, version: setting.version } }),
    onSuccess: (saved) => storeResponse(client, queryKey, saved),
    onError: () => client.invalidateQueries({ queryKey }),
  })
  const { shown, choose } = useSavedChoice(setting.isOn, saving)
  return (
    <div className="grid gap-4">
      <div>
        <Checkbox
          checked={shown}
          disabled={saving.isPending || !canEdit}
          aria-describedby="oferta-explicada"
          onChange={choose}
        >
          <span className="font-semibold">Oferecer horários que abrem a quem espera</span>
        </Checkbox>
        <p id="oferta-explicada" className="text-sm text-mute">
          Quando alguém cancela ou remarca, o horário fica guardado por alguns minutos para quem pediu um aviso. Se
          ninguém quiser, volta a ficar livre para todos. Com menos de 30 minutos de antecedência ele já abre para
          todos.
        </p>
      </div>
      <FormAlert>{saving.error && errorText(saving.error, 'Não foi possível salvar. Tente novamente.')}</FormAlert>
    </div>
  )
}

function RecoveryStatistics({ shop }: { shop: Shop }) {
  const [days, setDays] = useState<Days>('30')
  const { data, isError, refetch } = useQuery(waitlistStatisticsQuery(shop.id, days))
  return (
    <div className="grid grid-cols-1 gap-3">
      <div>
        <Segmented label="Período dos horários que abriram" options={periods} value={days} onChange={setDays} />
      </div>
      {data && <RecoveryFigures statistics={data.statistics} />}
      {!data && !isError && <Skeleton className="h-40" />}
      {!data && isError && <LoadFailure onRetry={() => void refetch()} />}
    </div>
  )
}

const share = (part: number, all: number) => `${Math.round((100 * part) / all)}%`

function RecoveryFigures({ statistics }: { statistics: WaitlistStatistics }) {
  const { freed, offered, refilled, minutesRecovered, centsRecovered, byCause } = statistics
  if (freed === 0) return <p className="text-mute">Nenhum horário abriu neste período.</p>
  const figures = [
    { label: 'Abriram', value: formatNumber(freed) },
    { label: 'Oferecidos', value: formatNumber(offered) },
    { label: 'Preenchidos', value: `${formatNumber(refilled)} (${share(refilled, freed)})` },
    { label: 'Tempo recuperado', value: formatDuration(minutesRecovered) },
    { label: 'Valor recuperado', value: formatMoney(centsRecovered) },
  ]
  return (
    <>
      <FigureList figures={figures} className="lg:grid-cols-5" />
      <CauseTable byCause={byCause} />
    </>
  )
}

function CauseTable({ byCause }: Pick<WaitlistStatistics, 'byCause'>) {
  return (
    <table className="w-full max-w-2xl text-sm tabular-nums [&_td]:py-2 [&_td]:text-right [&_th]:py-2">
      <caption className="sr-only">Horários que abriram, por motivo</caption>
      <thead>
        <tr className="text-mute [&_th]:font-medium">
          <th scope="col" className="text-left">
            Motivo
          </th>
          <th scope="col" className="text-right">
            Abriram
          </th>
          <th scope="col" className="text-right">
            Preenchidos
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {byCause.map(({ cause, freed, refilled }) => (
          <tr key={cause}>
            <th scope="row" className="text-left font-semibold">
              {causeNames[cause]}
            </th>
            <td>{formatNumber(freed)}</td>
            <td>{formatNumber(refilled)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
