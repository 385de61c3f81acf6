import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../../lib/api-error.ts'
import { errorText } from '../../../lib/error-text.ts'
import { showToast } from '../../../ui/toast-store.ts'
import { saveFeatures, saveHours, saveInformation, saveServices } from '../editing/queries.ts'
import { fromWeekDraft } from '../opening-hours-form/rules.ts'
import { fromServiceDrafts } from '../services/rules.ts'
import { createBarbershop } from './queries.ts'
import { type ShopDraft, toNewShop } from './rules.ts'
import { forgetDraft } from './use-draft.ts'

/** The shop stands with the first call; what does not follow it can be set in its dialogs, and is told. */
async function create(draft: ShopDraft, userId: string) {
  const { id } = await createBarbershop(toNewShop(draft, userId))
  const rest: [string, () => Promise<unknown>][] = [
    ['as comodidades', () => saveFeatures(id, { featureIds: draft.featureIds })],
    ['os serviços', () => saveServices(id, { services: fromServiceDrafts(draft.services) })],
    ['os horários', () => saveHours(id, { operatingHours: fromWeekDraft(draft.week) })],
    ['as imagens', () => saveInformation(id, { images: draft.pictures, coverImageUrl: draft.pictures[0] ?? null })],
  ]
  const failed: string[] = []
  for (const [words, save] of rest) await save().catch(() => failed.push(words))
  return { id, failed }
}

function tell(failed: readonly string[]) {
  showToast({ tone: 'success', title: 'Barbearia criada com sucesso!' })
  if (failed.length === 0) return
  const list = new Intl.ListFormat('pt-BR').format(failed)
  showToast({ tone: 'info', title: `Não deu para salvar ${list}`, text: 'Complete na lista das suas barbearias.' })
}

export function useCreation(userId: string, onCreated: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (draft: ShopDraft) => {
      const { name, address } = draft.general
      if (!name.trim() || !address.trim())
        throw new ApiError(400, { code: 'INVALID_INPUT', message: 'Preencha nome e endereço' })
      return create(draft, userId)
    },
    async onSuccess({ failed }) {
      forgetDraft(userId)
      tell(failed)
      onCreated()
      await Promise.all([
        client.invalidateQueries({ queryKey: ['account'] }),
        client.invalidateQueries({ queryKey: ['barbershops'] }),
      ])
    },
    onError(error) {
      showToast({ tone: 'error', title: errorText(error, 'Erro ao criar barbearia') })
    },
  })
}
