import { visitsApi } from '@na-regua/contract/visits'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormAlert } from '../../ui/form.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { checkoutQuery } from './queries.ts'

type SettingsProps = { shop: { id: string; name: string }; onClose: () => void }

/** Whether the barbershop takes the money where it finishes an appointment. */
export function VisitSettingsDialog({ shop, onClose }: SettingsProps) {
  const client = useQueryClient()
  const known = useQuery(checkoutQuery({ barbershopId: shop.id }))
  const saving = useMutation({
    mutationFn: (usesVisits: boolean) =>
      api(visitsApi.changeSettings, { params: { id: shop.id }, body: { usesVisits } }),
    onSettled: () =>
      Promise.all(['visits', 'appointments'].map((topic) => client.invalidateQueries({ queryKey: [topic] }))),
  })
  const isOn = saving.isPending ? saving.variables : known.data?.usesVisits
  return (
    <Dialog isOpen onClose={onClose} title="Comandas" width="medium">
      <p className="mb-4 font-semibold text-mute wrap-anywhere">{shop.name}</p>
      {known.isPending && <LoadingMessage>Carregando...</LoadingMessage>}
      {known.isLoadingError && (
        <Notice tone="error" title={errorText(known.error, 'Não deu para carregar. Tente de novo.')} />
      )}
      {isOn !== undefined && (
        <div className="grid grid-cols-1 gap-3">
          <Checkbox checked={isOn} onChange={(usesVisits) => saving.mutate(usesVisits)}>
            Cobrar ao finalizar
          </Checkbox>
          <p className="text-sm text-mute">
            {isOn
              ? 'Tocar em Finalizar abre a comanda, já com o valor: mais um toque e está pago.'
              : 'Finalizar é um toque só. O dinheiro não é anotado.'}
          </p>
          {saving.error && <FormAlert>{errorText(saving.error, 'Não foi salvo. Tente de novo.')}</FormAlert>}
        </div>
      )}
    </Dialog>
  )
}
