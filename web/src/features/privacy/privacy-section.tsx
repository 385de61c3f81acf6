import { DELETION_DAYS, privacyApi } from '@na-regua/contract/privacy'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { formatDate } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { closeSession, usePausedSession } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { AsyncConfirmDialog, describeConfirmationError, usePasswordConfirmation } from '../../ui/confirm-dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SceneMessage } from '../../ui/scene-message.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Sentences } from '../../ui/sentences.tsx'
import { showToast } from '../../ui/toast.tsx'

/** Data export and deletion of the account. */
export function PrivacySection({ hasPassword }: { hasPassword: boolean }) {
  const [isDeleting, setDeleting] = useState(false)
  const download = useExport()
  return (
    <SectionCard id="dados" title="Meus dados" hint="O que guardamos sobre você é seu: leve uma cópia quando quiser.">
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

const exportData = () => api(privacyApi.export)

/** Accounts without a password send none: they need a recent login instead. */
const requestDeletion = (password: string | undefined) => api(privacyApi.requestDeletion, { body: { password } })

const undoDeletion = (token: string) => api(privacyApi.undoDeletion, { body: { token } })

/** Undoes the deletion on a press: opening the emailed link alone, as mail programs do, changes nothing. */
export function UndoDeletion({ token }: { token: string | undefined }) {
  const undoing = useMutation({ mutationFn: undoDeletion })
  if (!token) {
    const home = <ButtonLink to={paths.home()}>Ir para o início</ButtonLink>
    return (
      <SceneMessage mirror="♥" title="Falta uma parte do link" actions={home}>
        Abra o link inteiro, como está no e-mail que você recebeu.
      </SceneMessage>
    )
  }
  if (undoing.isSuccess) {
    const login = <ButtonLink to={paths.login()}>Entrar</ButtonLink>
    return (
      <SceneMessage isAlert mirror="Oba" title="Que bom que você ficou" actions={login}>
        O pedido de exclusão foi desfeito e nada seu se perdeu. Só os agendamentos cancelados não voltam.
      </SceneMessage>
    )
  }
  const undoButton = (
    <div className="grid w-full max-w-md gap-4">
      {undoing.error && (
        <p role="alert" className="rounded-control bg-red-soft px-3.5 py-3 text-red">
          <Sentences>{errorText(undoing.error, 'Não foi possível desfazer o pedido. Tente novamente.')}</Sentences>
        </p>
      )}
      <Button size="large" isBusy={undoing.isPending} onClick={() => undoing.mutate(token)}>
        Ficar com a minha conta
      </Button>
    </div>
  )
  return (
    <SceneMessage mirror="♥" title="Desistir da exclusão?" actions={undoButton}>
      Sua conta está fechada e seus dados somem em poucos dias. Com um toque ela volta a ser como era.
    </SceneMessage>
  )
}

/** Confirms a requested deletion: when it happens, and how to undo it. */
export function DeletionRequested({ dueAt }: { dueAt: string }) {
  // Not in the deletion dialog: a private page without a session redirects to the login.
  useEffect(closeSession, [])
  const home = <ButtonLink to={paths.home()}>Ir para o início</ButtonLink>
  return (
    <SceneMessage mirror="Até" title="Sua conta foi fechada" actions={home}>
      Em {formatDate(dueAt, 'America/Sao_Paulo')} seus dados pessoais somem de vez. Mudou de ideia? Até lá, o link que
      enviamos por e-mail desfaz tudo.
    </SceneMessage>
  )
}
