import type { PixKeyType, PixReceiver, PixSettings } from '@na-regua/contract/pix'
import { MAX_NAME, MAX_PIX_KEY } from '@na-regua/contract/text-limits'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText, hasCode } from '../../lib/api-error.ts'
import { paths } from '../../lib/paths.ts'
import { worksForOthersIn } from '../../lib/permissions.ts'
import { storeResponse } from '../../lib/query-client.ts'
import { useUser } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ChoiceGroup } from '../../ui/checkbox.tsx'
import { FormDialog, LeaveButton, UnsavedChanges } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SaveFailure } from '../../ui/form.tsx'
import { LoadingMessage } from '../../ui/loading.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Sentences } from '../../ui/sentences.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { pixSettingsQuery, savePixSettings } from './queries.ts'

type Shop = { id: string; name: string; city: string }
type PixDialogProps = { shop: Shop; ownPlan: { canEdit: boolean }; onClose: () => void }

/** The Pix key of a barbershop. Only its owner changes it. */
export function PixSettingsDialog(props: PixDialogProps) {
  const { data, isLoadingError, error, refetch } = useQuery(pixSettingsQuery(props.shop.id))
  const user = useUser()
  const isOwner = user && !worksForOthersIn(props.shop.id, user)
  if (data && !isOwner) return <ReadOnlyDialog {...props} receiver={data.settings.receiver} />
  if (data) return <LoadedDialog {...props} saved={data.settings} />
  const retry = (
    <Button variant="outline" onClick={() => void refetch()}>
      Tentar novamente
    </Button>
  )
  return (
    <Dialog isOpen onClose={props.onClose} title="Pix" width="medium" isFullOnPhone>
      {isLoadingError ? (
        <Notice tone="error" title="Erro ao carregar a chave Pix" action={retry}>
          <Sentences>{errorText(error, 'Tente novamente em instantes.')}</Sentences>
        </Notice>
      ) : (
        <LoadingMessage>Carregando a chave Pix...</LoadingMessage>
      )}
    </Dialog>
  )
}

function ReadOnlyDialog({ shop, receiver, onClose }: PixDialogProps & { receiver: PixReceiver | null }) {
  return (
    <Dialog isOpen onClose={onClose} title="Pix" width="medium" isFullOnPhone>
      <p className="mb-4 font-semibold text-mute wrap-anywhere">{shop.name}</p>
      <p className="wrap-anywhere">
        {receiver ? `Chave ${receiver.key}, em nome de ${receiver.merchantName}.` : 'Nenhuma chave cadastrada.'}
      </p>
      <p className="mb-4 text-mute">Só o dono da barbearia muda a chave.</p>
      <CheckLink />
    </Dialog>
  )
}

function CheckLink() {
  return (
    <ButtonLink to={paths.statements()} variant="ghost" className="justify-self-start">
      Conferir os Pix recebidos
    </ButtonLink>
  )
}

const keyTypes: readonly { value: PixKeyType; label: string; example: string }[] = [
  { value: 'cpf', label: 'CPF', example: '000.000.000-00' },
  { value: 'cnpj', label: 'CNPJ', example: '00.000.000/0000-00' },
  { value: 'phone', label: 'Celular', example: '(00) 90000-0000' },
  { value: 'email', label: 'E-mail', example: 'nome@exemplo.com.br' },
  { value: 'evp', label: 'Aleatória', example: '00000000-0000-0000-0000-000000000000' },
]

function LoadedDialog({ shop, ownPlan, saved, onClose }: PixDialogProps & { saved: PixSettings }) {
  const { receiver, change, save, remove, reload, ...saving } = usePixSettings(shop, saved, onClose)
  const isComplete =
    receiver.key.trim() !== '' && receiver.merchantName.trim() !== '' && receiver.merchantCity.trim() !== ''
  const footer = (
    <>
      <LeaveButton disabled={saving.isSaving} />
      <Button isBusy={saving.isSaving} disabled={!ownPlan.canEdit || saving.isStale || !isComplete} onClick={save}>
        {saving.isSaving ? 'Salvando...' : 'Salvar'}
      </Button>
    </>
  )
  return (
    <FormDialog isOpen onClose={onClose} title="Pix" width="medium" isFullOnPhone footer={footer}>
      <UnsavedChanges key={saving.version} draft={receiver} />
      <p className="mb-4 font-semibold text-mute wrap-anywhere">{shop.name}</p>
      <SaveFailure failure={saving.failure} isStale={saving.isStale} reload={reload} />
      <div className="grid grid-cols-1 gap-5">
        <p className="text-mute">
          Com a sua chave, a comanda mostra um QR code com o valor certo. O dinheiro vai direto do banco do cliente para
          o seu.
        </p>
        <ReceiverFields receiver={receiver} onChange={change} />
        <CheckLink />
        {saved.receiver && (
          <Button
            variant="ghost"
            isBusy={saving.isSaving}
            disabled={!ownPlan.canEdit || saving.isStale}
            onClick={remove}
          >
            Tirar a chave
          </Button>
        )}
      </div>
    </FormDialog>
  )
}

type ReceiverChange = Partial<PixReceiver>

function ReceiverFields({ receiver, onChange }: { receiver: PixReceiver; onChange: (change: ReceiverChange) => void }) {
  const type = keyTypes.find(({ value }) => value === receiver.keyType)
  return (
    <>
      <ChoiceGroup
        legend="Tipo da chave"
        options={keyTypes}
        value={receiver.keyType}
        onChange={(keyType = receiver.keyType) => onChange({ keyType })}
      />
      <TextField
        label="Chave"
        value={receiver.key}
        placeholder={type?.example}
        maxLength={MAX_PIX_KEY}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => onChange({ key: event.target.value })}
      />
      <TextField
        label="Nome de quem recebe"
        hint="O que o cliente vê no banco dele, sem acentos e com até 25 letras."
        value={receiver.merchantName}
        maxLength={MAX_NAME}
        onChange={(event) => onChange({ merchantName: event.target.value })}
      />
      <TextField
        label="Cidade"
        value={receiver.merchantCity}
        maxLength={MAX_NAME}
        onChange={(event) => onChange({ merchantCity: event.target.value })}
      />
    </>
  )
}

/** A draft, saved with the version it started from, to detect concurrent edits. */
function usePixSettings(shop: Shop, saved: PixSettings, onSaved: () => void) {
  const client = useQueryClient()
  const toDraft = ({ receiver }: PixSettings): PixReceiver =>
    receiver ?? { keyType: 'cpf', key: '', merchantName: shop.name, merchantCity: shop.city }
  const [draft, setDraft] = useState(() => ({ receiver: toDraft(saved), version: saved.version }))
  const query = pixSettingsQuery(shop.id)
  const saving = useMutation({
    mutationFn: (receiver: PixReceiver | null) => savePixSettings(shop.id, { receiver, version: draft.version }),
    onSuccess(result) {
      storeResponse(client, query.queryKey, result)
      showToast({ tone: 'success', title: result.settings.receiver ? 'Chave Pix salva' : 'Chave Pix tirada' })
      onSaved()
    },
  })

  async function reload() {
    const { settings } = await client.fetchQuery({ ...query, staleTime: 0 })
    setDraft({ receiver: toDraft(settings), version: settings.version })
    saving.reset()
  }

  return {
    ...draft,
    change: (change: ReceiverChange) => setDraft((old) => ({ ...old, receiver: { ...old.receiver, ...change } })),
    save: () => saving.mutate(draft.receiver),
    remove: () => saving.mutate(null),
    reload,
    isSaving: saving.isPending,
    isStale: hasCode(saving.error, 'EDIT_CONFLICT'),
    failure: saving.error ? errorText(saving.error, 'Não foi possível salvar. Tente novamente.') : undefined,
  }
}
