import { type FirstSteps, ownBarbershopsApi } from '@na-regua/contract/own-barbershops'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '../../../lib/api.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'

/** The key starts with the topic of the event stream: the list ticks itself. */
const firstStepsQuery = () =>
  queryOptions({
    queryKey: ['account', 'first-steps'],
    queryFn: ({ signal }) => api(ownBarbershopsApi.listFirstSteps, { signal }),
    refetchOnMount: 'always',
  })

/** What a new barbershop does first, until everything is done or the owner dismisses it. Nothing while it loads or fails. */
export function FirstStepsLists() {
  const { data } = useQuery(firstStepsQuery())
  return data?.barbershops.map((barbershop) => <FirstStepsList key={barbershop.id} barbershop={barbershop} />)
}

type Step = { isDone: boolean; label: string; to: string }

function listSteps({ id, steps }: FirstSteps): Step[] {
  return [
    { isDone: steps.hasBarber, label: 'Adicione quem atende, com ou sem conta', to: paths.manageBarbers() },
    { isDone: steps.hasHours, label: 'Diga quando a barbearia abre', to: paths.manageBarbershops() },
    { isDone: steps.hasPhoto, label: 'Mostre uma foto', to: paths.manageBarbershops() },
    { isDone: steps.hasBooking, label: 'Receba o primeiro agendamento', to: paths.barbershop(id) },
    { isDone: steps.hasPoster, label: 'Imprima o cartaz em Divulgar', to: paths.manageBarbershops() },
    { isDone: steps.confirmsAtOnce, label: 'Ligue a confirmação automática', to: paths.manageBarbershops() },
  ]
}

function FirstStepsList({ barbershop }: { barbershop: FirstSteps }) {
  const client = useQueryClient()
  const dismissing = useMutation({
    mutationFn: () => api(ownBarbershopsApi.dismissFirstSteps, { params: { id: barbershop.id } }),
    onSettled: () => client.invalidateQueries({ queryKey: firstStepsQuery().queryKey }),
  })
  const title = `passos-${barbershop.id}`
  return (
    <section aria-labelledby={title} className="rounded-card border border-line bg-card p-5">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0 flex-1 basis-40">
          <h2 id={title} className="text-lg">
            Primeiros passos
          </h2>
          <p className="line-clamp-2 text-sm wrap-anywhere text-mute">{barbershop.name}</p>
        </div>
        <Button variant="ghost" isBusy={dismissing.isPending} onClick={() => dismissing.mutate()}>
          Dispensar
        </Button>
      </div>
      <ul className="mt-2 grid gap-x-6 sm:grid-cols-2">
        {listSteps(barbershop).map((step) => (
          <li key={step.label}>
            <StepLine step={step} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function StepLine({ step: { isDone, label, to } }: { step: Step }) {
  if (isDone)
    return (
      <p className="flex min-h-11 items-center gap-3 text-mute">
        <Icon name="check" className="size-5 shrink-0" />
        <span>
          {label}
          <span className="sr-only">: feito</span>
        </span>
      </p>
    )
  return (
    <Link to={to} className="flex min-h-11 items-center gap-3 font-semibold underline underline-offset-4">
      <span aria-hidden className="size-5 shrink-0 rounded-full border-2 border-edge" />
      {label}
    </Link>
  )
}
