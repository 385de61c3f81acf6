import { DELETION_DAYS } from '@na-regua/contract/privacy'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { errorText } from '../../lib/api-error.ts'
import { usePausedSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { AsyncConfirmDialog, describeConfirmationError, usePasswordConfirmation } from '../../ui/confirm-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { showToast } from '../../ui/toast.tsx'
import { exportData, requestDeletion } from './queries.ts'

/** Data export and deletion of the account. */
export function PrivacySection({ hasPassword }: { hasPassword: boolean }) {
  const [isDeleting, setDeleting] = useState(false)
  const download = useExport()
  return (
    <SectionCard title="Meus dados" hint="O que guardamos sobre você é seu: leve uma cópia quando quiser.">
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" isBusy={download.isPending} onClick={() => download.mutate()}>
          <Icon name="download" />
          Baixar meus dados
        </Button>
        <Button variant="ghost" className="text-red" onClick={() => setDeleting(true)}>
          <Icon name="trash" />
          Excluir minha conta
        </Button>
      </div>
      <DeletionDialog isOpen={isDeleting} onClose={() => setDeleting(false)} hasPassword={hasPassword} />
    </SectionCard>
  )
}

const consequences = [
  'Sua conta fecha agora, em todos os aparelhos.',
  'Seus próximos agendamentos são cancelados agora, e não voltam.',
  `Em ${DELETION_DAYS} dias seus dados pessoais somem de vez. Até lá, o link que enviamos por e-mail desfaz tudo.`,
  'O que você já pagou e avaliou continua nas contas da barbearia, sem o seu nome.',
]

type DeletionDialogProps = { isOpen: boolean; onClose: () => void; hasPassword: boolean }

function DeletionDialog({ isOpen, onClose, hasPassword }: DeletionDialogProps) {
  const deletion = useDeletion(hasPassword)
  return (
    <AsyncConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Excluir sua conta?"
      consequences={consequences}
      action="Excluir minha conta"
      hasPassword={hasPassword}
      {...deletion}
    />
  )
}

function useDeletion(hasPassword: boolean) {
  const navigate = useNavigate()
  const confirmation = usePasswordConfirmation({
    hasPassword,
    onConfirmed: (password) => !deletion.isPending && deletion.mutate(password),
  })
  const deletion = useMutation({
    mutationFn: requestDeletion,
    onSuccess: ({ dueAt }) => void navigate(paths.undoDeletion(), { state: { dueAt }, replace: true }),
    onError: confirmation.reportWrongPassword,
  })
  // A request that was still under way fails, because the account is closed: the next page says so, not the login.
  usePausedSession(deletion.isPending || deletion.isSuccess)
  const failure = describeConfirmationError(deletion.error, 'Não foi possível excluir a conta. Tente novamente.')
  return { confirmation, isBusy: deletion.isPending, failure }
}

/** Downloads an object as a JSON file. */
function downloadJson(name: string, content: object) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the object URL after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

function useExport() {
  return useMutation({
    mutationFn: exportData,
    onSuccess(data) {
      downloadJson(`meus-dados-na-regua-${data.exportedAt.slice(0, 10)}.json`, data)
      showToast({ tone: 'success', title: 'Seus dados foram baixados' })
    },
    onError(error) {
      const text = errorText(error, 'Tente novamente.')
      showToast({ tone: 'error', title: 'Não foi possível baixar seus dados', text })
    },
  })
}
